/// Gives an evaluation the values of variables.
public protocol Activation {
    /// Finds a variable's value.
    func resolve(_ name: String) -> Value?
}

/// An activation that evaluations share instead of copying it; they start faster.
///
/// It is a protocol of its own: Embedded Swift has existentials of classes only.
package protocol SharedActivation: AnyObject {
    /// Finds a variable's value, like ``Activation/resolve(_:)``.
    func resolve(_ name: String, _ number: Int) -> Value?
}

/// Any other activation, shared.
final class HeldActivation<Held: Activation>: SharedActivation {
    private let held: Held

    init(_ held: Held) {
        self.held = held
    }

    func resolve(_ name: String, _ number: Int) -> Value? { held.resolve(name) }
}

extension Dictionary: Activation where Key == String, Value == CEL.Value {
    /// Finds a variable's value in the dictionary.
    public func resolve(_ name: String) -> CEL.Value? { self[name] }
}
