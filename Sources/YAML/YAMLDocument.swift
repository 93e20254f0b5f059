import JSON

/// A YAML text as a JSON tree that knows where each of its values is written.
///
/// It reads the part of YAML 1.2 that is JSON with comments: one document of mappings with text keys, lists
/// and scalars. It refuses anchors, aliases, tags, merge keys, further documents, duplicate keys and
/// scalars without a JSON meaning (``CoreSchema``), each with its place.
package struct YAMLDocument: Sendable {
    package let json: JSON
    let root: YAMLNode
    private let text: String

    /// Reads a text.
    ///
    /// - Throws: ``YAMLMistakes``: the first mistake of YAML's grammar or, if there is none, every value
    ///   that JSON does not have.
    package init(_ text: String, limits: YAMLLimits) throws(YAMLMistakes) {
        root = try YAMLComposer.compose(text, limits: limits)
        json = try YAMLConverter.json(of: root)
        self.text = text
    }

    /// The lines as an editor shows them, without their ends (`\n` or `\r\n`).
    var lines: [Substring] { Self.lines(of: text) }

    /// Splits a text into the lines that an editor shows.
    package static func lines(of text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    }
}
