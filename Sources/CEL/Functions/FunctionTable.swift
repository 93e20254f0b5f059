/// A function in the form in which programs call it.
struct Function: Sendable {
    typealias Body =
        @Sendable (_ arguments: [Value], _ budget: inout Budget) throws(FunctionError) -> Value

    let name: String
    /// How many arguments it takes, the target of `x.f(y)` included.
    let arity: ClosedRange<Int>
    let isMember: Bool
    let body: Body
    /// Whether the last argument is a regular expression; a literal one is compiled only once.
    var takesPattern = false

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
    private let host: Names

    /// Functions by name; those called `x.f(y)` are separate from those called `f(x, y)`.
    private struct Names: Sendable {
        var members: [String: Function] = [:]
        var globals: [String: Function] = [:]

        /// Adds a function; it hides one of the same name.
        mutating func insert(_ function: Function) {
            if function.isMember {
                members[function.name] = function
            } else {
                globals[function.name] = function
            }
        }

        /// The function of a name.
        func find(_ name: String, isMember: Bool) -> Function? {
            isMember ? members[name] : globals[name]
        }
    }

    /// The standard functions and the host's functions, which hide standard ones of the same name.
    init(host functions: [HostFunction]) {
        var host = Names()
        for function in functions {
            let body = function.body
            let added = Function(
                name: function.name, arity: function.arity, isMember: function.isMember
            ) { (arguments, budget) throws(FunctionError) in
                // These read each element, or byte, of their arguments.
                for argument in arguments { try budget.look(through: argument) }
                let value = try body(arguments)
                // Scalars are free; the result of a host function is paid for like any other
                // result.
                try budget.produce(value.weightBytes - Value.elementBytes)
                return value
            }
            host.insert(added)
        }
        self.host = host
    }

    /// The function of a name, called on a value or not.
    func find(_ name: String, isMember: Bool) -> Function? {
        host.find(name, isMember: isMember) ?? Self.standard.find(name, isMember: isMember)
    }

    /// All names that can be called in one of the two ways, for suggestions.
    func names(isMember: Bool) -> [String] {
        isMember
            ? Array(host.members.keys) + Array(Self.standard.members.keys)
            : Array(host.globals.keys) + Array(Self.standard.globals.keys)
    }

    private static let standard: Names = {
        var names = Names()
        // Reserve the room first: growing would take as long as everything else.
        names.members.reserveCapacity(64)
        names.globals.reserveCapacity(64)
        let libraries = [
            sizes, conversions, strings, stringExtension, formatting, mathExtension, optionals,
            times, regularExpressions,
        ]
        for library in libraries {
            for function in library { names.insert(function) }
        }
        return names
    }()
}

/// The error for a function that does not take such arguments.
func mismatch(_ name: String, _ expected: String, _ found: Value...) -> FunctionError {
    let found = found.map(\.kind).joined(separator: " and ")
    return FunctionError(.typeMismatch, "\(name): expected \(expected), found \(found)")
}
