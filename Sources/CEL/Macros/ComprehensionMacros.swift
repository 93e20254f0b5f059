extension Macro {
    /// `range.all(x, condition)` and the others with one variable, which stands for a list's
    /// elements or a map's keys.
    static let comprehensions = [
        comprehension("all", .all),
        comprehension("exists", .exists),
        comprehension("exists_one", .existsOne),
        comprehension("existsOne", .existsOne),
        comprehension("filter", .filter),
        comprehension("map", .list, mayFilter: true),
    ]

    /// `range.all(i, x, condition)` and the others with two variables, which stand for a list's
    /// indices and elements or a map's keys and values.
    static let twoVariableComprehensions = [
        comprehension("all", .all, variables: 2),
        comprehension("exists", .exists, variables: 2),
        comprehension("exists_one", .existsOne, variables: 2),
        comprehension("existsOne", .existsOne, variables: 2),
        comprehension("transformList", .list, variables: 2, mayFilter: true),
        comprehension("transformMap", .map, variables: 2, mayFilter: true),
        comprehension("transformMapEntry", .mapEntries, variables: 2, mayFilter: true),
    ]

    private static func comprehension(
        _ name: String, _ form: Comprehension.Form, variables: Int = 1, mayFilter: Bool = false
    ) -> Macro {
        let counts = variables + 1...variables + (mayFilter ? 2 : 1)
        return Macro(namespace: nil, name: name, isMember: true, argumentCount: counts) {
            (call) throws(CompileError) in
            guard let range = call.target, let body = call.arguments.last else {
                return .call(call)
            }
            let first = try variable(call.arguments[0], of: call)
            let second = variables == 2 ? try variable(call.arguments[1], of: call) : nil
            if let second, second.text == first.text {
                throw CompileError(
                    "\(name): expected two different names", at: second.range,
                    remedy: "rename one of them")
            }
            let hasFilter = call.arguments.count == variables + 2
            return .comprehension(
                Comprehension(
                    form: form, range: range, variable: first, secondVariable: second,
                    filter: hasFilter ? call.arguments[variables] : nil, body: body))
        }
    }
}
