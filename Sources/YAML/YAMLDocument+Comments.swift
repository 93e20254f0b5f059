import JSON

/// A comment behind an unquoted text, on the text's own line.
package struct YAMLComment: Sendable {
    /// The place of its `#`.
    package let position: TextPosition
    /// The nearest key around the text; nil if there is none.
    package let key: String?
    /// Spaces in front of the `#`, from 1.
    package let spacesBefore: Int
    /// Whether a space, or nothing, comes behind the `#`.
    package let hasSpaceBehind: Bool
}

extension YAMLDocument {
    /// The comments behind unquoted texts, in the order of the texts.
    package var commentsBehindTexts: [YAMLComment] {
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
