import JSON

/// What YAML allows and JSON does not have, and what is too large: all of it is refused, with its words.
extension YAMLMistake.Problem {
    /// Only comments, or nothing at all.
    static let empty = Self.refused("expected keys and values, found none", remedy: nil)
    static let secondDocument = Self.refused(
        "expected one document, found a second", remedy: "remove the line ---")
    static let anchor = Self.refused(
        "expected a value, found an anchor",
        remedy: "anchors and aliases (& and *) are not read: write the value out")
    static let alias = Self.refused(
        "expected a value, found an alias",
        remedy: "text that starts with * needs quotes around it")
    static let keyIsCollection = Self.refused(
        "expected a text as key, found a list or a mapping",
        remedy: "a text that starts with { or [ needs quotes around it")
    static let keyWithTagOrAnchor = Self.refused(
        "expected a text as key, found a tag, an anchor or an alias",
        remedy: "a text that starts with !, & or * needs quotes around it")
    static let mergeKey = Self.refused(
        "expected a text as key, found a merge key",
        remedy: "merge keys are not read: write the members out")
    static let emptyKey = Self.refused("expected a text as key, found none", remedy: nil)

    static func tooManyValues(max: Int) -> Self {
        .refused("expected at most \(max) values", remedy: nil)
    }

    static func tooManyLevels(max: Int) -> Self {
        .refused("expected at most \(max) levels", remedy: nil)
    }

    /// `!!int` asks YAML for a type; `!has(x)` is text whose author forgot the quotes.
    static func tag(_ tag: String) -> Self {
        let standard = "tag:yaml.org,2002:"
        guard tag.hasPrefix(standard) else {
            return .refused(
                "expected a value, found the tag \(tag)",
                remedy: "text that starts with ! needs quotes around it")
        }
        return .refused(
            "expected a value, found the tag !!\(tag.dropFirst(standard.count))",
            remedy: "tags are not read: write text in quotes and numbers without")
    }

    /// A second one of a key; in an element of a list the author may have forgotten to begin another one.
    static func duplicateKey(
        _ key: String, at second: TextPosition, first: TextPosition, isInElement: Bool
    ) -> Self {
        let remedy: String
        if first.line == second.line {
            remedy = "the first is in column \(first.column)"
        } else {
            remedy =
                "the first is on line \(first.line)"
                + (isInElement
                    ? "; if another element of the list begins here, begin it with \"- \"" : "")
        }
        return .refused("expected each key once, found a second \"\(key)\"", remedy: remedy)
    }

    /// An infinity, or NaN.
    static func notFinite(_ text: String) -> Self {
        .refused("expected a value, found \(text), which JSON cannot say", remedy: quotesForText)
    }

    static func leadingZero(_ text: String) -> Self {
        .refused(
            "expected a value, found the number \(text) with a leading zero",
            remedy: quotesForText + ", or write it without the zero")
    }

    static func beyond64Bits(_ text: String) -> Self {
        .refused(
            "expected a value, found the number \(text.prefix(40)) beyond 64 bits",
            remedy: quotesForText)
    }

    private static let quotesForText = "put it in quotes if it is text"
}
