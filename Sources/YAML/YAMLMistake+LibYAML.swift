import CYAML
import JSON

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
