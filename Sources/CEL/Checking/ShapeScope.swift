/// The names that are visible in one place of an expression, and what is known about their values.
struct ShapeScope {
    let environment: Environment
    /// What is known about the variables; nothing is known about others.
    let variables: [String: Known]
    /// Variables of loops, the innermost last.
    private var locals: [(name: String, known: Known)] = []

    /// Begins with the variables from outside.
    init(environment: Environment, variables: [String: Known]) {
        self.environment = environment
        self.variables = variables
    }

    /// A scope with one more local variable.
    func with(_ name: String, _ known: Known) -> ShapeScope {
        var inner = self
        inner.locals.append((name, known))
        return inner
    }

    /// What is known about a variable.
    func known(_ name: String, isRooted: Bool) -> Known {
        if !isRooted, let local = locals.last(where: { $0.name == name }) { return local.known }
        return variables[name] ?? .unknown
    }

    /// True if a dotted name begins with a name space or a type, and not with a value.
    func isTypeName(_ expression: Expression) -> Bool {
        var operand = expression
        while case .select(let inner, _, _) = operand.kind { operand = inner }
        guard case .identifier(let name, let isRooted) = operand.kind else { return false }
        if !isRooted, locals.contains(where: { $0.name == name.text }) { return false }
        return environment.number(of: name.text) == nil
    }
}
