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
    /// - Parameters:
    ///   - name: the name as it is written in an expression.
    ///   - arity: how many arguments it takes, the target included.
    ///   - isMember: whether it is called `x.f(y)` rather than `f(x, y)`.
    ///   - body: computes the result; its time must be limited by the size of its arguments.
    public init(
        _ name: String, arity: ClosedRange<Int>, isMember: Bool = false, body: @escaping Body
    ) {
        self.name = name
        self.arity = arity
        self.isMember = isMember
        self.body = body
    }

    /// Makes a function that takes a fixed number of arguments.
    ///
    /// - Parameters:
    ///   - name: the name as it is written in an expression.
    ///   - arity: how many arguments it takes, the target included.
    ///   - isMember: whether it is called `x.f(y)` rather than `f(x, y)`.
    ///   - body: computes the result; its time must be limited by the size of its arguments.
    public init(_ name: String, arity: Int, isMember: Bool = false, body: @escaping Body) {
        self.init(name, arity: arity...arity, isMember: isMember, body: body)
    }
}
