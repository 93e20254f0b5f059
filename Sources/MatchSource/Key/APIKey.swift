/// A key for the API: a secret of one account.
///
/// It stands in a header line of a request and nowhere else.
public struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    /// Reads a key; white space around it is dropped.
    ///
    /// - Parameter text: what a person typed, or a variable's value; nil is returned unless it is one
    ///   word of printable characters.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        let word = bytes[start..<max(start, end)]
        guard (1...SourceLimits.keyBytesMax).contains(word.count),
            word.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = String(decoding: word, as: UTF8.self)
    }

    /// The header line of a request.
    var header: String { "X-TBA-Auth-Key: \(text)" }

    /// The content of the file that keeps it.
    var fileBytes: [UInt8] { Array("\(text)\n".utf8) }

    /// Stars instead of the key.
    public var description: String { "***" }
    /// Stars instead of the key.
    public var debugDescription: String { "***" }
    /// No children, so that a dump of values does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
