import JSON

/// A comment behind an unquoted text, on the text's own line.
struct YAMLComment: Sendable {
    /// The place of its `#`.
    let position: TextPosition
    /// The nearest key around the text; nil if there is none.
    let key: String?
    /// Spaces in front of the `#`, from 1.
    let spacesBefore: Int
    /// Whether a space, or nothing, comes behind the `#`.
    let hasSpaceBehind: Bool
}

extension YAMLDocument {
    /// The comments behind unquoted texts, in the order of the texts.
    var commentsBehindTexts: [YAMLComment] {
        var found: [YAMLComment] = []
        let lines = lines
        Self.add(root, under: nil, lines, to: &found)
        return found
    }

    /// It recurses as deep as the tree, which is limited.
    private static func add(
        _ node: YAMLNode, under key: String?, _ lines: [Substring], to found: inout [YAMLComment]
    ) {
        switch node.content {
        case .scalar(_, .plain):
            guard lines.indices.contains(node.end.line - 1) else { return }
            let behind = lines[node.end.line - 1].unicodeScalars.dropFirst(node.end.column - 1)
            let spaces = behind.prefix { $0 == " " }.count
            let sign = behind.dropFirst(spaces)
            guard spaces > 0, sign.first == "#" else { return }
            found.append(
                YAMLComment(
                    position: TextPosition(line: node.end.line, column: node.end.column + spaces),
                    key: key, spacesBefore: spaces,
                    hasSpaceBehind: sign.dropFirst().first.map { $0 == " " } ?? true))
        case .scalar, .alias: break
        case .sequence(let elements):
            for element in elements { add(element, under: key, lines, to: &found) }
        case .mapping(let members, _):
            for member in members {
                add(member.value, under: member.key.text ?? key, lines, to: &found)
            }
        }
    }
}

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
