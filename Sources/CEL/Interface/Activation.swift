/// Gives an evaluation the values of variables.
public protocol Activation {
    /// Finds a variable's value.
    ///
    /// - Parameter name: a name declared in the environment.
    /// - Returns: the value, or nil if there is no such variable.
    func resolve(_ name: String) -> Value?
}

extension Dictionary: Activation where Key == String, Value == CEL.Value {
    /// Finds a variable's value in the dictionary.
    ///
    /// - Parameter name: the key.
    /// - Returns: the value, or nil if there is none.
    public func resolve(_ name: String) -> CEL.Value? { self[name] }
}
