import JSON
import YAML

/// A mistake of YAML's grammar in the words of this project.
///
/// libyaml says where it could not go on. This type looks at that line, and at the lines above, for the
/// author's most likely mistake.
struct YAMLGrammarWording {
    /// What is wrong, where it is, and what to do.
    private(set) var diagnostic: Diagnostic
    private let mistake: YAMLMistake
    private let source: SourceText
    /// The line of the mistake.
    private let line: [Unicode.Scalar]

    /// Finds the words for a mistake.
    init(_ mistake: YAMLMistake, in source: SourceText) {
        self.mistake = mistake
        self.source = source
        line = Array(source.place(mistake.position).line.unicodeScalars)
        diagnostic = source.diagnostic("expected YAML", at: mistake.position)
        diagnostic = ofTheLine ?? ofTheQuote ?? ofTheMissingSpace ?? ofTheProblem
    }

    /// The mistake that the line shows; libyaml may report another place.
    private var ofTheLine: Diagnostic? {
        if mistake.problem == .tabAsIndentation
            || line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t")
        {
            return words(
                "expected spaces at the start of a line, found a tab",
                "indent with spaces: YAML allows no tabs there")
        }
        guard let brace = SourceLine.braceThatStartsText(line) else { return nil }
        return source.diagnostic(
            "expected text, found '{', which starts a mapping",
            at: TextPosition(line: mistake.position.line, column: brace + 1),
            remedy: "text that starts with { needs quotes around it")
    }

    /// A quote that is missing further up: the text went on to the next quote, lines below.
    private var ofTheQuote: Diagnostic? {
        mistake.quote.map {
            source.diagnostic(
                "expected a closing quote on this line, found the next one on line \(mistake.position.line)",
                at: $0, remedy: "close the quote where the text ends")
        }
    }

    /// `label:Auto` or `-label: Auto`, on the line or on the one above: libyaml takes it for text.
    private var ofTheMissingSpace: Diagnostic? {
        switch mistake.problem {
        case .colonNotAllowed, .colonMissing, .keyExpected, .dashExpected: break
        default: return nil
        }
        for number in [mistake.start.line, mistake.position.line - 1, mistake.position.line] {
            let scalars = self.line(at: TextPosition(line: number, column: 1))
            guard let place = SourceLine.missingSpace(scalars) else { continue }
            return source.diagnostic(
                "expected a space behind '\(scalars[place])', found '\(scalars[place + 1])'",
                at: TextPosition(line: number, column: place + 2), remedy: "write a space there")
        }
        return nil
    }

    private var ofTheProblem: Diagnostic {
        let quotes = "put the text in quotes"
        switch mistake.problem {
        case .colonNotAllowed: return colonNotAllowed
        case .keyExpected, .dashExpected: return notInBlock
        case .colonMissing:
            let key = SourceLine.text(line(at: mistake.start), from: mistake.start.column - 1)
            return source.diagnostic(
                "expected ':' behind the key, found none", at: mistake.start, length: key.count,
                remedy: "text that goes on from the line above is indented further than its key")
        case .dashNotAllowed:
            return words(
                "expected a value, found '-', which starts a list",
                "start the list on the next line, or put the text in quotes")
        case .questionMarkNotAllowed: return words("expected a value, found '?'", quotes)
        case .nothingStartsSo:
            return words("expected a value, found \(found), which cannot start one", quotes)
        case .notClosed(let expected):
            if ["{", "["].contains(SourceLine.character(line, mistake.position.column)) {
                return words(
                    "expected \(expected), found \(found) in a text",
                    "text with { or [ in it needs quotes around it there")
            }
            let open = SourceLine.character(line(at: mistake.start), mistake.start.column) ?? "["
            return words(
                "expected \(expected), found \(found)",
                "the '\(open)' on line \(mistake.start.line) is not closed")
        case .valueMissing: return words("expected a value, found \(found)", nil)
        case .badAnchor:
            return wordsAtStart(
                "expected a value, found an alias or an anchor",
                "text that starts with * or & needs quotes around it")
        case .badBlockHeader:
            return wordsAtStart(
                "expected text on the next lines, found more on this one",
                "text that starts with | or > needs quotes around it")
        case .badTag:
            return wordsAtStart(
                "expected a value, found a tag", "text that starts with ! needs quotes around it")
        case .quoteNotClosed:
            return wordsAtStart("expected a closing quote, found the end of the file", nil)
        case .unknownEscape:
            return source.diagnostic(
                "expected an escape sequence of YAML, found another", at: mistake.position,
                length: 2,
                remedy: #"in double quotes a backslash is written \\, in single quotes \"#)
        case .behindEnd: return words("expected the end of the file, found more", nil)
        case .directive:
            return wordsAtStart("expected keys and values, found a line that starts with %", quotes)
        case .grammar(let text): return words("expected YAML, \(text)", nil)
        default: return words("expected YAML, found something that cannot be read", nil)
        }
    }

    /// `a: b: c`, or a key that stands further in than the key above it.
    private var colonNotAllowed: Diagnostic {
        let colon = mistake.position.column - 1
        let start = line.firstIndex { $0 != " " } ?? 0
        guard start < colon, !SourceLine.hasKey(line[start..<min(colon, line.count)]),
            let column = SourceLine.starts(above: mistake.position.line, in: source.lines)
                .last(where: { $0 <= start })
        else {
            return words(
                "expected a value, found a second ':' on the line",
                "text with \": \" in it needs quotes around it")
        }
        let key = String(String.UnicodeScalarView(line[start..<colon]))
        return source.diagnostic(
            "expected `\(key)` in column \(column), found it in column \(start + 1)",
            at: TextPosition(line: mistake.position.line, column: start + 1),
            length: colon - start,
            remedy: "the keys of one mapping start in the same column")
    }

    /// A line whose column fits no line above, or more text behind a value's end.
    private var notInBlock: Diagnostic {
        let start = line.firstIndex { $0 != " " } ?? 0
        let at = mistake.position.column - 1
        guard at <= start else {
            let end = line[..<min(at, line.count)].last { $0 != " " } ?? " "
            return words(
                "expected the end of the line behind '\(end)', found \(found)",
                "put quotes around the whole text")
        }
        let starts = SourceLine.starts(above: mistake.position.line, in: source.lines)
        guard !starts.contains(start + 1) else {
            return mistake.problem == .dashExpected
                ? words("expected '-', found a value that is not part of the list", nil)
                : words("expected a key, found \(found)", nil)
        }
        let near = [starts.last { $0 <= start }, starts.first { $0 > start + 1 }]
            .compactMap { $0.map(String.init) }.joined(separator: " or ")
        return words(
            "expected this line to start in column \(near), found it in column \(start + 1)",
            "the keys of one mapping, and the dashes of one list, start in the same column")
    }

    /// The character where libyaml could not go on.
    private var found: String {
        if let character = SourceLine.character(line, mistake.position.column) {
            return "'\(character)'"
        }
        return mistake.position.line >= source.lines.count
            ? "the end of the file" : "the end of the line"
    }

    private func line(at position: TextPosition) -> [Unicode.Scalar] {
        Array(source.place(position).line.unicodeScalars)
    }

    private func words(_ message: String, _ remedy: String?) -> Diagnostic {
        source.diagnostic(message, at: mistake.position, remedy: remedy)
    }

    private func wordsAtStart(_ message: String, _ remedy: String?) -> Diagnostic {
        source.diagnostic(message, at: mistake.start, remedy: remedy)
    }
}
