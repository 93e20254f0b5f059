import JSON

/// A mistake of YAML's grammar in the words of this project.
///
/// libyaml says where it could not go on. This type looks at that line, and at the lines above, for the
/// author's most likely mistake.
struct YAMLGrammarWording {
    /// What is wrong, where it is, and what to do.
    private(set) var diagnostic: Diagnostic
    private let mistake: YAMLMistake
    private let source: SourceText
    private let line: [Unicode.Scalar]

    init(_ mistake: YAMLMistake, in source: SourceText) {
        self.mistake = mistake
        self.source = source
        line = Array(source.place(mistake.position).line.unicodeScalars)
        diagnostic = source.diagnostic("expected YAML", at: mistake.position)
        diagnostic = ofTheLine ?? ofTheMissingSpace ?? ofTheProblem
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
        if let end = quoteThatEndedEarly { return behindQuote(end) }
        if mistake.problem != .colonNotAllowed, let brace = SourceLine.braceThatStartsText(line) {
            return words(
                "expected text, found '{', which starts a mapping",
                "text that starts with { needs quotes around it", inColumn: brace + 1)
        }
        guard mistake.problem == .keyExpected, let colon = SourceLine.colonInText(line),
            colon < mistake.position.column
        else { return nil }
        return words(
            "expected text, found ': ', which ends a key", Self.quotesForColon,
            inColumn: colon + 1)
    }

    private static let quotesForColon = "text with \": \" in it needs quotes around it"

    /// The place, from 0, of a quote that has closed a text in front of the place where libyaml could not go on.
    private var quoteThatEndedEarly: Int? {
        switch mistake.problem {
        case .keyExpected, .dashExpected, .notClosed: break
        default: return nil
        }
        let before = line.prefix(mistake.position.column - 1)
        guard let end = before.lastIndex(where: { $0 != " " }),
            line[end] == "'" || line[end] == "\"",
            // The text has begun on this line.
            before[..<end].contains(line[end]),
            let next = character, next != "#"
        else { return nil }
        return end
    }

    /// More text behind the end of a text in quotes: `'Opponent's Fouls'`.
    private func behindQuote(_ end: Int) -> Diagnostic {
        let quote = line[end]
        let isClosedLater = line[(end + 1)...].contains(quote)
        let other = quote == "'" ? "double" : "single"
        let spelling = quote == "'" ? "''" : #"\""#
        return words(
            "expected nothing after the \(quote) that ends the text, found \(found)",
            isClosedLater
                ? "put the whole text in \(other) quotes, or write \(quote) inside it as \(spelling)"
                : "put quotes around the whole text", inColumn: end + 1)
    }

    /// `label:Auto` or `-label: Auto`, on the line or on the one above: libyaml takes it for text.
    private var ofTheMissingSpace: Diagnostic? {
        switch mistake.problem {
        case .colonNotAllowed, .colonMissing, .keyExpected, .dashExpected: break
        default: return nil
        }
        for number in [mistake.start.line, mistake.position.line - 1, mistake.position.line] {
            let scalars = self.line(number)
            guard let place = SourceLine.missingSpace(scalars) else { continue }
            return source.diagnostic(
                "expected a space after '\(scalars[place])', found '\(scalars[place + 1])'",
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
            let key = SourceLine.text(line(mistake.start.line), from: mistake.start.column - 1)
            return source.diagnostic(
                "expected ':' after the key, found none", at: mistake.start, length: key.count,
                remedy: "text that goes on from the line above is indented further than its key")
        case .dashNotAllowed:
            return words(
                "expected a value, found '-', which starts a list",
                "start the list on the next line, or put the text in quotes")
        case .questionMarkNotAllowed: return words("expected a value, found '?'", quotes)
        case .nothingStartsSo:
            return words("expected a value, found \(found), which cannot start one", quotes)
        case .notClosed(let expected):
            if ["{", "["].contains(character) {
                return words(
                    "expected \(expected), found \(found) in a text",
                    "text with { or [ in it needs quotes around it there")
            }
            if character == ":",
                mistake.start.line == mistake.position.line
                    || SourceLine.colonInText(line) == mistake.position.column - 1
            {
                return words("expected \(expected), found ':' in a text", Self.quotesForColon)
            }
            let open = SourceLine.character(line(mistake.start.line), mistake.start.column) ?? "["
            return words(
                "expected \(expected), found \(found)",
                "the '\(open)' on line \(mistake.start.line) is not closed")
        case .valueMissing: return words("expected a value, found \(found)")
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
            return words(
                "expected an escape sequence of YAML, found another",
                #"in double quotes a backslash is written \\, in single quotes \"#, length: 2)
        case .behindEnd: return words("expected the end of the file, found more")
        case .directive:
            return wordsAtStart("expected keys and values, found a line that starts with %", quotes)
        case .grammar(let text): return words("expected YAML, \(text)")
        default: return words("expected YAML, found something that cannot be read")
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
            return words("expected a value, found a second ':' on the line", Self.quotesForColon)
        }
        let key = String(String.UnicodeScalarView(line[start..<colon]))
        return words(
            "expected `\(key)` in column \(column), found it in column \(start + 1)",
            "the keys of one mapping start in the same column; "
                + "a text that goes on with a ':' needs quotes around it",
            inColumn: start + 1, length: colon - start)
    }

    /// A line whose column fits no line above, or more on a line whose value has ended.
    private var notInBlock: Diagnostic {
        let start = line.firstIndex { $0 != " " } ?? 0
        guard mistake.position.column - 1 <= start else {
            return words(
                "expected the end of the line, found \(found)", "put quotes around the whole text")
        }
        let starts = SourceLine.starts(above: mistake.position.line, in: source.lines)
        guard !starts.contains(start + 1) else {
            let dash = "each element of a list begins with \"- \""
            switch (mistake.problem, line[start]) {
            case (.dashExpected, _):
                return words("expected '-', found a value that is not part of the list", dash)
            case (_, "-"):
                return words("expected a key, found '-'", dash + ": the lines above it have none")
            case (_, "{"), (_, "["): return words("expected a key, found \(found)", dash)
            default: return words("expected a key, found \(found)")
            }
        }
        let near = [starts.last { $0 <= start }, starts.first { $0 > start + 1 }]
            .compactMap { $0.map(String.init) }.joined(separator: " or ")
        return words(
            "expected this line to start in column \(near), found it in column \(start + 1)",
            "the keys of one mapping, and the dashes of one list, start in the same column")
    }

    /// The character where libyaml could not go on.
    private var found: String {
        if let character { return "'\(character)'" }
        return mistake.position.line >= source.lines.count
            ? "the end of the file" : "the end of the line"
    }

    private var character: Unicode.Scalar? {
        SourceLine.character(line, mistake.position.column)
    }

    private func line(_ number: Int) -> [Unicode.Scalar] {
        Array(source.place(TextPosition(line: number, column: 1)).line.unicodeScalars)
    }

    /// A diagnostic on the mistake's line, in the mistake's column if no other is given.
    private func words(
        _ message: String, _ remedy: String? = nil, inColumn column: Int? = nil, length: Int = 1
    ) -> Diagnostic {
        let place = TextPosition(
            line: mistake.position.line, column: column ?? mistake.position.column)
        return source.diagnostic(message, at: place, length: length, remedy: remedy)
    }

    private func wordsAtStart(_ message: String, _ remedy: String?) -> Diagnostic {
        source.diagnostic(message, at: mistake.start, remedy: remedy)
    }
}

extension YAMLDocument {
    /// Reads a file.
    ///
    /// - Throws: ``DiagnosedError`` with its mistakes of YAML.
    package init(_ source: SourceText) throws(DiagnosedError) {
        do throws(YAMLMistakes) {
            try self.init(source.text, limits: AuthoringLimits.yaml)
        } catch {
            throw DiagnosedError(error.all.map { $0.diagnostic(in: source) })
        }
    }
}

extension YAMLMistake {
    /// The diagnostic for a mistake; ``YAMLGrammarWording`` has the words for grammar.
    fileprivate func diagnostic(in source: SourceText) -> Diagnostic {
        guard case .refused(let message, let remedy) = problem else {
            return YAMLGrammarWording(self, in: source).diagnostic
        }
        return source.diagnostic(message, at: position, length: length, remedy: remedy)
    }
}
