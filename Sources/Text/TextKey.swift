/// A key with its print: what an object keeps of its members, and what an expression looks for in them.
public struct TextKey: Sendable {
    /// The key.
    public let text: String
    /// Its print.
    @usableFromInline package let print: KeyPrint

    /// Makes the print of a key.
    public init(_ text: String) {
        self.text = text
        print = KeyPrint(text)
    }

    /// Keeps a key whose print is known.
    package init(_ text: String, _ print: KeyPrint) {
        self.text = text
        self.print = print
    }

    /// Whether both are the same key, by code point.
    @inlinable
    package func isSame(as other: TextKey) -> Bool {
        print == other.print && (print.isWholeKey || text.hasSameCodePoints(as: other.text))
    }
}
