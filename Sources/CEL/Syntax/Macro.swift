/// A call that is rewritten while the expression is read, because not all its arguments are values.
struct Macro: Sendable {
    typealias Expansion = @Sendable (Expression.Call) throws(CompileError) -> Expression.Kind

    let name: String
    /// Whether it is called on a value, as in `x.all(…)`.
    let isMember: Bool
    let argumentCount: ClosedRange<Int>
    let expand: Expansion

    /// Nil if there is none: a call with another number of arguments calls a function of that name.
    static func find(_ call: Expression.Call) -> Macro? {
        all.first {
            $0.name == call.name.text && $0.argumentCount.contains(call.arguments.count)
                && $0.isMember == (call.target != nil)
        }
    }

    /// The list is short, so a linear search is enough.
    private static let all = [presence] + comprehensions + fallbacks

    /// `has(operand.name)`: whether a map has a key, without failing where it has not.
    private static let presence = Macro(name: "has", isMember: false, argumentCount: 1...1) {
        (call) throws(CompileError) in
        guard case .select(let operand, let name, isOptional: false) = call.arguments[0].kind
        else {
            throw CompileError(
                "has: expected a selection such as 'x.name'", at: call.arguments[0].range,
                remedy: "for other keys write 'key in x'")
        }
        return .presence(operand, name)
    }

    /// `optional.or(other)` and `optional.orValue(other)` evaluate their argument only if it is needed.
    private static let fallbacks = [
        fallback("or", unwraps: false), fallback("orValue", unwraps: true),
    ]

    private static func fallback(_ name: String, unwraps: Bool) -> Macro {
        Macro(name: name, isMember: true, argumentCount: 1...1) { (call) throws(CompileError) in
            guard let optional = call.target else { return .call(call) }
            return .fallback(optional, call.arguments[0], unwraps: unwraps)
        }
    }

    /// How many arguments the macro of a name takes, for messages.
    static func argumentCounts(_ name: String, isMember: Bool) -> ClosedRange<Int>? {
        all.first { $0.name == name && $0.isMember == isMember }?.argumentCount
    }

    /// For suggestions.
    static func names(isMember: Bool) -> [String] {
        all.filter { $0.isMember == isMember }.map { $0.name }
    }

    /// `range.all(x, condition)` and the others; `x` stands for a list's elements or a map's keys.
    static let comprehensions = [
        comprehension("all", .all),
        comprehension("exists", .exists),
        comprehension("exists_one", .existsOne),
        comprehension("filter", .filter),
        comprehension("map", .map, mayFilter: true),
    ]

    private static func comprehension(
        _ name: String, _ form: Comprehension.Form, mayFilter: Bool = false
    ) -> Macro {
        Macro(name: name, isMember: true, argumentCount: 2...(mayFilter ? 3 : 2)) {
            (call) throws(CompileError) in
            guard let range = call.target, let body = call.arguments.last else {
                return .call(call)
            }
            return .comprehension(
                Comprehension(
                    form: form, range: range, variable: try variable(of: call),
                    filter: call.arguments.count == 3 ? call.arguments[1] : nil, body: body))
        }
    }

    private static func variable(
        of call: Expression.Call
    ) throws(CompileError) -> Expression.Name {
        guard case .identifier(let name, isRooted: false) = call.arguments[0].kind else {
            throw CompileError(
                "\(call.name.text): expected a name for each element, found another expression",
                at: call.arguments[0].range, remedy: "write a plain name such as 'x'")
        }
        return name
    }
}
