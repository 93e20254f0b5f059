extension Macro {
    /// `cel.bind(name, value, body)`: gives a name to a value that is needed more than once.
    static let bindings = [
        Macro(namespace: "cel", name: "bind", isMember: true, argumentCount: 3...3) {
            (call) throws(CompileError) in
            .bind(
                Expression.Binding(
                    form: .plain, variable: try variable(call.arguments[0], of: call),
                    value: call.arguments[1], body: call.arguments[2]))
        }
    ]

    /// `optional.optMap(name, body)` and `optFlatMap` make something from an optional's value; `or`
    /// and `orValue` evaluate their argument only if it is needed.
    static let optionals = [
        optional("optMap", .optionalMap), optional("optFlatMap", .optionalFlatMap),
        fallback("or", unwraps: false), fallback("orValue", unwraps: true),
    ]

    private static func fallback(_ name: String, unwraps: Bool) -> Macro {
        Macro(namespace: nil, name: name, isMember: true, argumentCount: 1...1) {
            (call) throws(CompileError) in
            guard let optional = call.target else { return .call(call) }
            return .fallback(optional, call.arguments[0], unwraps: unwraps)
        }
    }

    private static func optional(_ name: String, _ form: Expression.Binding.Form) -> Macro {
        Macro(namespace: nil, name: name, isMember: true, argumentCount: 2...2) {
            (call) throws(CompileError) in
            guard let value = call.target else { return .call(call) }
            return .bind(
                Expression.Binding(
                    form: form, variable: try variable(call.arguments[0], of: call), value: value,
                    body: call.arguments[1]))
        }
    }
}
