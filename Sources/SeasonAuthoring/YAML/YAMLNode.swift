import JSON

/// A value of a YAML text and where it is written.
struct YAMLNode: Sendable {
    enum Content: Sendable {
        case scalar(String, YAMLScalarStyle)
        case sequence([YAMLNode])
        /// The members in the text's order; `isInBraces` is true if the mapping is written `{…}`.
        case mapping([Member], isInBraces: Bool)
        /// `*name`, which stands for the value that `&name` marks.
        case alias(String)
    }

    struct Member: Sendable {
        let key: YAMLNode
        let value: YAMLNode
    }

    let content: Content
    /// Its first code point; a quote, `|` or `>` belongs to the value.
    let start: TextPosition
    /// The place just after its last code point.
    let end: TextPosition
    /// The name that its author gives it with `&`.
    let anchor: String?
    /// Its tag in full, if one is written.
    let tag: String?

    /// The text of a scalar; nil for everything else.
    var text: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }
}

/// How a scalar is written.
enum YAMLScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded

    /// Whether the scalar's text stands on the lines below its `|` or `>`.
    var isBlock: Bool { self == .literal || self == .folded }
}
