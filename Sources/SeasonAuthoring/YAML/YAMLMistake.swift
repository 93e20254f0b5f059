import CYAML
import JSON

/// Why a text is not the YAML that is read here, and where.
package struct YAMLMistake: Error, Equatable, Sendable {
    package let problem: Problem
    package let position: TextPosition
    /// Code points that the mistake covers on its line.
    package let length: Int
    /// The start of the list, mapping or text that YAML's grammar was reading.
    package let start: TextPosition

    /// What may be wrong with a text: the grammar, at the first mistake of which reading ends, or a refused value.
    package enum Problem: Equatable, Sendable {
        /// `key:` in a place where no key may stand: a second one on a line, or one that is indented too far.
        case colonNotAllowed
        /// A line in a mapping without `:`.
        case colonMissing
        /// `- ` in a place where no list may start.
        case dashNotAllowed
        /// `? ` in a place where no key may stand.
        case questionMarkNotAllowed
        /// A character that no value starts with, such as `@`.
        case nothingStartsSo
        /// No key in the next line of a mapping: a line in a wrong column, or text after a value's end.
        case keyExpected
        /// The same in a list.
        case dashExpected
        /// A list or mapping in brackets that is not closed; with the text that would close or continue it.
        case notClosed(expected: String)
        /// Something else where a value belongs.
        case valueMissing
        /// No name after `*` or `&`.
        case badAnchor
        /// More text after `|` or `>` on its line.
        case badBlockHeader
        case quoteNotClosed
        case unknownEscape
        /// More text after the document's only value.
        case behindEnd
        /// A line that starts with `%`.
        case directive
        /// Text after `!` that is no tag.
        case badTag
        case tabAsIndentation
        case badCharacter
        /// Anything else, in libyaml's words.
        case grammar(String)

        /// What is read as YAML and refused all the same: what was expected, what was found, and what to do.
        case refused(String, remedy: String?)
    }

    init(
        _ problem: Problem, at position: TextPosition, length: Int = 1,
        start: TextPosition? = nil
    ) {
        self.problem = problem
        self.position = position
        self.length = max(1, length)
        self.start = start ?? position
    }
}

/// Every mistake that was found in a text.
package struct YAMLMistakes: Error, Equatable, Sendable {
    /// The mistakes; never empty.
    package let all: [YAMLMistake]
}

extension YAMLMistake {
    /// The mistake that stopped a parser.
    ///
    /// libyaml distinguishes its errors only by English words; this is the only place that reads them.
    init(grammarErrorOf parser: yaml_parser_t) {
        let problem = parser.problem.map { String(cString: $0) } ?? ""
        let context = parser.context.map { String(cString: $0) } ?? ""
        self.init(
            Self.problem(problem, context), at: TextPosition(parser.problem_mark),
            start: parser.context == nil ? nil : TextPosition(parser.context_mark))
    }

    private static func problem(_ problem: String, _ context: String) -> Problem {
        if let known = problems[problem] { return known }
        switch context {
        case "while scanning an anchor", "while scanning an alias": return .badAnchor
        case "while scanning a block scalar": return .badBlockHeader
        case "while scanning a directive", "while scanning a %YAML directive",
            "while scanning a %TAG directive", "while parsing a %TAG directive":
            return .directive
        case "while scanning a tag", "while parsing a tag": return .badTag
        default:
            return problem.contains("control characters") || problem.contains("UTF-8")
                ? .badCharacter : .grammar(problem)
        }
    }

    private static let problems: [String: Problem] = [
        "mapping values are not allowed in this context": .colonNotAllowed,
        "could not find expected ':'": .colonMissing,
        "block sequence entries are not allowed in this context": .dashNotAllowed,
        "mapping keys are not allowed in this context": .questionMarkNotAllowed,
        "found character that cannot start any token": .nothingStartsSo,
        "did not find expected key": .keyExpected,
        "did not find expected '-' indicator": .dashExpected,
        "did not find expected ',' or ']'": .notClosed(expected: "',' or ']'"),
        "did not find expected ',' or '}'": .notClosed(expected: "',' or '}'"),
        "did not find expected node content": .valueMissing,
        "did not find expected <document start>": .behindEnd,
        "found undefined tag handle": .badTag,
        "found unknown escape character": .unknownEscape,
        "did not find expected hexdecimal number": .unknownEscape,
        "found invalid Unicode character escape code": .unknownEscape,
        "found unexpected end of stream": .quoteNotClosed,
        "found unexpected document indicator": .quoteNotClosed,
        "found unexpected ':'": .colonNotAllowed,
        "found a tab character where an indentation space is expected": .tabAsIndentation,
        "found a tab character that violates indentation": .tabAsIndentation,
    ]
}
