/// Computes what is known about an expression from what is known about its variables, and collects
/// findings.
///
/// It computes shapes as an evaluation computes values. Where nothing is known, it reports nothing.
struct ShapeCheck {
    let environment: Environment
    let variables: [String: Known]
    /// The literal texts of the expression; none of them is suggested for another one.
    var mentioned: Set<String> = []
    /// Comprehension variables and bindings that are visible here, the innermost last.
    var scopes: [(name: String, known: Known)] = []
    private(set) var findings: [CheckReport.Finding] = []
    private var noted: Set<CheckReport.Finding> = []
    private(set) var tested: Set<FieldPlace> = []
    /// The fields that were read.
    var use = FieldUse()
    /// The places where a text was looked for and found.
    var seen: Set<SourceRange> = []
    private var steps = 0

    init(environment: Environment, variables: [String: Known]) {
        self.environment = environment
        self.variables = variables
    }

    /// What is known about an expression's value; it recurses as deep as the tree, which is
    /// limited.
    mutating func known(_ expression: Expression) -> Known {
        steps += 1
        guard steps <= CELLimits.checkedStepsMax else { return .unknown }
        switch expression.kind {
        case .literal(let value): return Known(constant: value)
        case .identifier(let name, let isRooted): return variable(name.text, isRooted: isRooted)
        case .select(let operand, let name, let isOptional):
            guard !isTypeName(expression) else { return .unknown }
            return field(
                name.text, at: name.range, of: known(operand), isOptional: isOptional,
                "'.\(name.text)'")
        case .index(let operand, let key, let isOptional):
            return element(known(key), at: key.range, of: known(operand), isOptional: isOptional)
        case .presence(let operand, let name):
            // To ask whether a field exists is not to read it.
            let use = use
            _ = field(name.text, at: name.range, of: known(operand), isOptional: true, "has")
            self.use = use
            return Known(Shape(.bool))
        case .call(let call): return self.call(call, expression)
        case .list(let elements): return list(elements)
        case .map(let entries): return map(entries)
        case .unary(_, let operand): return tried(expression, [operand])
        case .binary(let operation, let left, let right):
            return binary(operation, left, right, expression)
        case .conditional(let condition, let yes, let no): return choice(condition, yes, no)
        case .comprehension(let comprehension): return self.comprehension(comprehension)
        case .bind(let binding): return self.binding(binding)
        case .fallback(let optional, let other, let unwraps):
            return fallback(optional, other, unwraps: unwraps)
        }
    }

    /// Adds a finding; the same finding in another round of a loop is added only once.
    mutating func report(_ kind: CheckReport.Kind, at range: SourceRange) {
        if case .absentTest(let place, _) = kind { tested.insert(place) }
        let finding = CheckReport.Finding(kind: kind, range: range)
        if noted.insert(finding).inserted { findings.append(finding) }
    }

    /// Reports a condition that is neither true nor false.
    mutating func expectCondition(_ known: Known, _ name: String, at range: SourceRange) {
        guard !known.isUnknown, !known.shape.kinds.contains(.bool) else { return }
        report(
            .mismatch("\(name): expected true or false, found \(known.shape.kinds.words)"),
            at: range)
    }
}

// MARK: - Names

extension ShapeCheck {
    private func variable(_ name: String, isRooted: Bool) -> Known {
        if !isRooted, let local = scopes.last(where: { $0.name == name }) { return local.known }
        return variables[name] ?? .unknown
    }

    /// Whether a dotted name begins with something other than a value: a name space or a type.
    func isTypeName(_ expression: Expression) -> Bool {
        var operand = expression
        while case .select(let inner, _, _) = operand.kind { operand = inner }
        guard case .identifier(let name, let isRooted) = operand.kind else { return false }
        if !isRooted, scopes.contains(where: { $0.name == name.text }) { return false }
        return !environment.declares(name.text)
    }
}
