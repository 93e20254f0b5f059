extension Macro {
    /// `has(operand.name)`: whether a map has a key, without failing where it has not.
    static let presence = [
        Macro(namespace: nil, name: "has", isMember: false, argumentCount: 1...1) {
            (call) throws(CompileError) in
            guard case .select(let operand, let name, isOptional: false) = call.arguments[0].kind
            else {
                throw CompileError(
                    "has: expected a selection such as 'x.name'", at: call.arguments[0].range,
                    remedy: "for other keys write 'key in x'")
            }
            return .presence(operand, name)
        }
    ]
}
