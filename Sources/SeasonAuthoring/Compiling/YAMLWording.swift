import JSON
import YAML

extension YAMLDocument {
    /// Reads a file.
    ///
    /// - Throws: ``DiagnosedError`` with its mistakes of YAML.
    package init(_ source: SourceText) throws(DiagnosedError) {
        let limits = YAMLLimits(
            depthMax: AuthoringLimits.yamlDepthMax, nodesMax: AuthoringLimits.yamlNodesMax)
        do throws(YAMLMistakes) {
            try self.init(source.text, limits: limits)
        } catch {
            throw DiagnosedError(error.all.map { YAMLWording.diagnostic($0, in: source) })
        }
    }
}

/// The words of this project for mistakes of YAML, with the usual remedies.
///
/// The words for values that JSON does not have stand here, those for grammar in ``YAMLGrammarWording``.
enum YAMLWording {
    /// The diagnostic for a mistake.
    static func diagnostic(_ mistake: YAMLMistake, in source: SourceText) -> Diagnostic {
        guard let (message, remedy) = words(mistake, in: source) else {
            return YAMLGrammarWording(mistake, in: source).diagnostic
        }
        return source.diagnostic(
            message, at: mistake.position, length: mistake.length, remedy: remedy)
    }

    /// What is wrong and what to do; nil for a mistake of grammar.
    private static func words(
        _ mistake: YAMLMistake, in source: SourceText
    ) -> (String, remedy: String?)? {
        let quotesForText = "put it in quotes if it is text"
        switch mistake.problem {
        case .empty: return ("expected keys and values, found none", nil)
        case .tooManyValues(let max): return ("expected at most \(max) values", nil)
        case .tooManyLevels(let max): return ("expected at most \(max) levels", nil)
        case .secondDocument:
            return ("expected one document, found a second", "remove the line ---")
        case .anchor:
            return (
                "expected a value, found an anchor",
                "anchors and aliases (& and *) are not read: write the value out"
            )
        case .alias:
            return (
                "expected a value, found an alias",
                "text that starts with * needs quotes around it"
            )
        case .tag(let tag): return tagWords(tag)
        case .keyIsCollection:
            return (
                "expected a text as key, found a list or a mapping",
                "a text that starts with { or [ needs quotes around it"
            )
        case .keyWithTagOrAnchor:
            return (
                "expected a text as key, found a tag, an anchor or an alias",
                "a text that starts with !, & or * needs quotes around it"
            )
        case .mergeKey:
            return (
                "expected a text as key, found a merge key",
                "merge keys are not read: write the members out"
            )
        case .emptyKey: return ("expected a text as key, found none", nil)
        case .duplicateKey(let key, let first, let isInElement):
            let isOnLine = first.line == mistake.position.line
            return (
                "expected each key once, found a second \"\(key)\"",
                "the first is "
                    + (isOnLine ? "in column \(first.column)" : "on line \(first.line)")
                    + (isInElement && !isOnLine
                        ? "; if another element of the list begins here, begin it with \"- \"" : "")
            )
        case .notFinite(let text):
            return ("expected a value, found \(text), which JSON cannot say", quotesForText)
        case .leadingZero(let text):
            return (
                "expected a value, found the number \(text) with a leading zero",
                quotesForText + ", or write it without the zero"
            )
        case .beyond64Bits(let text):
            return (
                "expected a value, found the number \(text.prefix(40)) beyond 64 bits",
                quotesForText
            )
        default: return nil
        }
    }

    /// `!!int` asks YAML for a type; `!has(x)` is text whose author forgot the quotes.
    private static func tagWords(_ tag: String) -> (String, remedy: String) {
        let standard = "tag:yaml.org,2002:"
        guard tag.hasPrefix(standard) else {
            return (
                "expected a value, found the tag \(tag)",
                "text that starts with ! needs quotes around it"
            )
        }
        return (
            "expected a value, found the tag !!\(tag.dropFirst(standard.count))",
            "tags are not read: write text in quotes and numbers without"
        )
    }
}
