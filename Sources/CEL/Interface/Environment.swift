/// The variables and functions that expressions may use; it compiles any number of expressions.
public struct Environment: Sendable {
    /// How to treat names that are not declared.
    public enum Undeclared: Sendable {
        /// Compiling reports each of them.
        case refused
        /// Evaluating fails at such a name, as the language says for programs without a static
        /// check.
        case failsWhenReached
    }

    let variables: [String]
    /// What activations know the variables by: the number of each, in the order of ``variables``.
    let numbers: [Int]
    /// The variables for which the activation may evaluate other programs.
    ///
    /// A list, because the type of a set costs a start more than all searches in fifty names.
    let computed: [String]
    let functions: FunctionTable
    let container: String
    let undeclared: Undeclared
    let limits: CELLimits
    /// The largest number of parts in a variable's name, separated by dots.
    let namePartsMax: Int

    /// Declares an environment.
    ///
    /// - Parameters:
    ///   - variables: names that an activation resolves; may be qualified with dots.
    ///   - computed: the variables among them that the activation finds by evaluating other programs; the
    ///     shared fuel that these take counts at once.
    ///   - functions: the functions that the host adds to the language.
    ///   - container: the name space in which names are searched first, such as `com.example`.
    ///   - undeclared: what happens to names that are not declared.
    ///   - limits: the limits of expressions and evaluations.
    public init(
        variables: [String], computed: [String] = [], functions: [HostFunction] = [],
        container: String = "", undeclared: Undeclared = .refused, limits: CELLimits = .standard
    ) {
        self.init(
            variables: variables, numbers: Array(variables.indices), computed: computed,
            functions: FunctionTable(host: functions), container: container,
            undeclared: undeclared, limits: limits)
    }

    /// Declares other variables with the same functions.
    package func declaring(
        _ variables: [String], numbers: [Int], computed: [String]
    ) -> Environment {
        Environment(
            variables: variables, numbers: numbers, computed: computed, functions: functions,
            container: container, undeclared: undeclared, limits: limits)
    }

    private init(
        variables: [String], numbers: [Int], computed: [String], functions: FunctionTable,
        container: String, undeclared: Undeclared, limits: CELLimits
    ) {
        self.variables = variables
        self.numbers = numbers
        self.computed = computed
        self.functions = functions
        self.container = container
        self.undeclared = undeclared
        self.limits = limits
        namePartsMax =
            variables.map { name in name.utf8.count { $0 == UInt8(ascii: ".") } + 1 }.max() ?? 1
    }

    /// Compiles an expression.
    public func compile(_ source: String) throws(CompileError) -> Program {
        let expression = try Parser.parse(source, limits: limits)
        return try Resolver.resolve(expression, in: self)
    }
}
