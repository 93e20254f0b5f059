/// What an expression may refer to: declared once, compiles any number of expressions.
public struct Environment: Sendable {
    /// What happens to names that are not declared.
    public enum Undeclared: Sendable {
        /// Compiling reports each of them.
        case refused
        /// Evaluating fails where it meets one, as the language prescribes without a static check.
        case failsWhenReached
    }

    let variables: [String]
    /// The variables that the activation may evaluate other programs for.
    let computed: Set<String>
    let functions: FunctionTable
    let container: String
    let undeclared: Undeclared
    let limits: CELLimits
    /// How many parts the name of a variable has at most, dots between them.
    let namePartsMax: Int

    /// Declares an environment.
    ///
    /// - Parameters:
    ///   - variables: names that an activation resolves; may be qualified with dots.
    ///   - computed: those of them that the activation finds by evaluating other programs; what that takes
    ///     of a shared fuel counts at once.
    ///   - functions: what the host adds to the standard functions.
    ///   - container: the name space in which names are looked up first, as `com.example`.
    ///   - undeclared: what happens to names that are not declared.
    ///   - limits: what expressions may be and do at most.
    public init(
        variables: [String], computed: Set<String> = [], functions: [HostFunction] = [],
        container: String = "",
        undeclared: Undeclared = .refused, limits: CELLimits = .standard
    ) {
        self.variables = variables
        self.computed = computed
        self.functions = FunctionTable(host: functions)
        self.container = container
        self.undeclared = undeclared
        self.limits = limits
        namePartsMax =
            variables.map { name in name.utf8.count { $0 == UInt8(ascii: ".") } + 1 }.max() ?? 1
    }

    /// Compiles an expression.
    ///
    /// - Parameter source: the expression's text.
    /// - Returns: the program.
    /// - Throws: ``CompileError`` with everything found wrong.
    public func compile(_ source: String) throws(CompileError) -> Program {
        let expression = try Parser.parse(source, limits: limits)
        return try Resolver.resolve(expression, in: self)
    }
}
