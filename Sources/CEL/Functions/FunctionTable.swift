/// A function as programs call it.
struct Function: Sendable {
    typealias Body =
        @Sendable (_ arguments: [Value], _ budget: inout Budget) throws(FunctionError) -> Value

    let name: String
    /// How many arguments it takes, the target of `x.f(y)` included.
    let arity: ClosedRange<Int>
    let isMember: Bool
    let body: Body

    /// A function called `f(x, y)`.
    static func global(
        _ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body
    ) -> Function {
        Function(name: name, arity: arity, isMember: false, body: body)
    }

    /// A function called `x.f(y)`; `x` is the first argument.
    static func member(
        _ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body
    ) -> Function {
        Function(name: name, arity: arity, isMember: true, body: body)
    }
}

/// All functions of an environment.
struct FunctionTable: Sendable {
    private let host: [String: Function]

    /// The standard functions and those of the host, which hide standard ones of the same name.
    init(host functions: [HostFunction]) {
        var host: [String: Function] = [:]
        for function in functions {
            let body = function.body
            let added = Function(
                name: function.name, arity: function.arity, isMember: function.isMember
            ) { (arguments, budget) throws(FunctionError) in
                let value = try body(arguments)
                // Scalars are free; what a host function makes counts like what others make.
                try budget.produce(value.weightBytes - Value.elementBytes)
                return value
            }
            host[Self.key(added.name, isMember: added.isMember)] = added
        }
        self.host = host
    }

    /// The function of a name, called on a value or not.
    func find(_ name: String, isMember: Bool) -> Function? {
        let key = Self.key(name, isMember: isMember)
        return host[key] ?? Self.standard[key]
    }

    /// All names that can be called in one of the two ways, for suggestions.
    func names(isMember: Bool) -> [String] {
        let functions = Array(host.values) + Array(Self.standard.values)
        return functions.filter { $0.isMember == isMember }.map(\.name)
    }

    private static func key(_ name: String, isMember: Bool) -> String {
        isMember ? "." + name : name
    }

    private static let standard: [String: Function] = {
        let libraries = [
            sizes, conversions, strings, stringExtension, formatting, mathExtension, optionals,
            times, regularExpressions,
        ]
        var table: [String: Function] = [:]
        for function in libraries.joined() {
            table[key(function.name, isMember: function.isMember)] = function
        }
        return table
    }()
}

/// No function of this name takes such arguments.
func mismatch(_ name: String, _ expected: String, _ found: Value...) -> FunctionError {
    let found = found.map(\.kind).joined(separator: " and ")
    return FunctionError(.typeMismatch, "\(name): expected \(expected), found \(found)")
}
