extension Macro {
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
