/// Reads the arguments of functions that take texts.
enum TextArguments {
    /// A member function's target and argument, both texts.
    static func pair(
        _ name: String, _ arguments: [Value]
    ) throws(FunctionError) -> (text: String, part: String) {
        guard case .string(let text) = arguments[0], case .string(let part) = arguments[1] else {
            throw mismatch(name, "text and text", arguments[0], arguments[1])
        }
        return (text, part)
    }

    /// A member function's target, a text.
    static func first(_ name: String, _ arguments: [Value]) throws(FunctionError) -> String {
        guard case .string(let text) = arguments[0] else {
            throw mismatch(name, "text", arguments[0])
        }
        return text
    }
}
