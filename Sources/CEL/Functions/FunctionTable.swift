import Text

/// A function as programs call it.
struct Function: Sendable {
    /// Computes the result, and pays for the work.
    typealias Body =
        @Sendable (_ arguments: [Value], _ budget: inout Budget) throws(FunctionError) -> Value

    let name: String
    /// How many arguments it takes, the target of `x.f(y)` included.
    let arity: ClosedRange<Int>
    let isMember: Bool
    let body: Body

    static func global(
        _ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body
    ) -> Function {
        Function(name: name, arity: arity, isMember: false, body: body)
    }

    /// Describes a function called `x.f(y)`; `x` is the first argument.
    static func member(
        _ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body
    ) -> Function {
        Function(name: name, arity: arity, isMember: true, body: body)
    }
}

/// Functions by name; those called `x.f(y)` apart from those called `f(x, y)`.
///
/// A list, because the type of a dictionary costs a start more than all searches in a hundred names.
struct FunctionNames: Sendable {
    private var functions: [Function] = []

    init(capacity: Int = 0) {
        functions.reserveCapacity(capacity)
    }

    mutating func insert(_ function: Function) {
        if let at = place(of: function.name, isMember: function.isMember) {
            functions[at] = function
        } else {
            functions.append(function)
        }
    }

    /// Adds a function whose name no other has.
    mutating func append(_ function: Function) { functions.append(function) }

    func find(_ name: String, isMember: Bool) -> Function? {
        place(of: name, isMember: isMember).map { functions[$0] }
    }

    func names(isMember: Bool) -> [String] {
        functions.compactMap { $0.isMember == isMember ? $0.name : nil }
    }

    private func place(of name: String, isMember: Bool) -> Int? {
        let bytes = name.utf8.count
        return functions.firstIndex {
            $0.name.utf8.count == bytes && $0.isMember == isMember
                && $0.name.hasSameCodePoints(as: name)
        }
    }
}

/// All functions of an environment; a class, because environments share it.
final class FunctionTable: Sendable {
    private let host: FunctionNames

    /// The language's functions and those of the host, which hide others of the same name.
    init(host functions: [HostFunction]) {
        var host = FunctionNames()
        for function in functions {
            let body = function.body
            let added = Function(
                name: function.name, arity: function.arity, isMember: function.isMember
            ) { (arguments, budget) throws(FunctionError) in
                // A host function may read each element, or each byte, of its arguments.
                for argument in arguments { try budget.look(through: argument) }
                let value = try body(arguments)
                // Scalars are free. What a host function makes costs the same as what others make.
                try budget.produce(value.weightBytes - Value.elementBytes)
                return value
            }
            host.insert(added)
        }
        self.host = host
    }

    func find(_ name: String, isMember: Bool) -> Function? {
        host.find(name, isMember: isMember) ?? Self.own.find(name, isMember: isMember)
    }

    func names(isMember: Bool) -> [String] {
        [host, Self.own].flatMap { $0.names(isMember: isMember) }
    }

    private static let own: FunctionNames = {
        // Without this capacity, growing takes as long as all the other work.
        var names = FunctionNames(capacity: 64)
        for functions in [
            Function.sizes, Function.conversions, Function.texts, Function.textPlaces,
            Function.textParts, Function.numbers, Function.optionals,
        ] {
            for function in functions { names.append(function) }
        }
        return names
    }()
}

func mismatch(_ name: String, _ expected: String, _ found: Value...) -> FunctionError {
    let found = found.map { $0.kind }.joined(separator: " and ")
    return FunctionError(.typeMismatch, "\(name): expected \(expected), found \(found)")
}

extension Function {
    /// `size(x)` and `x.size()`: code points of a text, bytes, elements or entries.
    static let sizes: [Function] = [
        .global("size", 1...1, size), .member("size", 1...1, size),
    ]

    private static func size(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .string(let text):
            try budget.scan(text.utf8.count)
            return .int(Int64(text.unicodeScalars.count))
        case .bytes(let bytes): return .int(Int64(bytes.count))
        case .list(let list): return .int(Int64(list.count))
        case .map(let map): return .int(Int64(map.count))
        default: throw mismatch("size", "text, bytes, a list or a map", arguments[0])
        }
    }

    /// Functions of texts that belong to the language itself.
    static let texts: [Function] = [
        .member("contains", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("contains", arguments)
            try budget.search(text, for: part)
            return .bool(text.hasPart(part))
        },
        .member("startsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("startsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasStart(part))
        },
        .member("endsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("endsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasEnd(part))
        },
    ]
}

// MARK: - Arguments

extension Function {
    /// A member function's target and argument, both texts.
    static func texts(
        _ name: String, _ arguments: [Value]
    ) throws(FunctionError) -> (text: String, part: String) {
        guard case .string(let text) = arguments[0], case .string(let part) = arguments[1] else {
            throw mismatch(name, "text and text", arguments[0], arguments[1])
        }
        return (text, part)
    }

    static func text(_ name: String, _ arguments: [Value]) throws(FunctionError) -> String {
        guard case .string(let text) = arguments[0] else {
            throw mismatch(name, "text", arguments[0])
        }
        return text
    }
}
