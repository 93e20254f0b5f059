/// The variables and functions that expressions may use; it compiles any number of expressions.
public struct Environment: Sendable {
    /// How to treat names that are not declared.
    public enum Undeclared: Sendable {
        /// Compiling reports each of them.
        case refused
        /// Evaluating fails at such a name, as the language says for programs without a static check.
        case failsWhenReached
    }

    private(set) var variables: [String]
    /// What activations know the variables by: the number of each, in the order of ``variables``.
    private(set) var numbers: [Int]
    /// The variables for which the activation may evaluate other programs.
    ///
    /// A list, because the type of a set costs a start more than all searches in fifty names.
    private(set) var computed: [String]
    let functions: FunctionTable
    let container: String
    let undeclared: Undeclared
    let limits: CELLimits
    /// The largest number of parts in a variable's name, separated by dots.
    private(set) var namePartsMax: Int

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
        self.variables = variables
        numbers = Array(variables.indices)
        self.computed = computed
        self.functions = FunctionTable(host: functions)
        self.container = container
        self.undeclared = undeclared
        self.limits = limits
        namePartsMax = Self.partsMax(variables)
    }

    package func declaring(
        _ variables: [String], numbers: [Int], computed: [String]
    ) -> Environment {
        var environment = self
        (environment.variables, environment.numbers) = (variables, numbers)
        environment.computed = computed
        environment.namePartsMax = Self.partsMax(variables)
        return environment
    }

    private static func partsMax(_ names: [String]) -> Int {
        names.map { name in name.utf8.count { $0 == UInt8(ascii: ".") } + 1 }.max() ?? 1
    }

    /// Compiles an expression.
    public func compile(_ source: String) throws(CompileError) -> Program {
        let expression = try Parser.parse(source, limits: limits)
        return try Resolver.resolve(expression, in: self)
    }
}

/// A function that the host adds to the language.
public struct HostFunction: Sendable {
    /// Computes the result; it gets as many arguments as ``arity`` says.
    public typealias Body = @Sendable (_ arguments: [Value]) throws(FunctionError) -> Value

    /// The name as it is written in an expression; may be qualified with dots.
    public let name: String
    /// How many arguments it takes, the target of `x.f(y)` included.
    public let arity: ClosedRange<Int>
    /// Whether it is called `x.f(y)` rather than `f(x, y)`.
    public let isMember: Bool
    let body: Body

    /// Makes a function.
    ///
    /// The time of its body must be limited by the size of its arguments.
    public init(
        _ name: String, arity: ClosedRange<Int>, isMember: Bool = false, body: @escaping Body
    ) {
        self.name = name
        self.arity = arity
        self.isMember = isMember
        self.body = body
    }

    /// Makes a function that takes a fixed number of arguments.
    public init(_ name: String, arity: Int, isMember: Bool = false, body: @escaping Body) {
        self.init(name, arity: arity...arity, isMember: isMember, body: body)
    }
}
