import JSON
import Yams

/// The YAML library's errors in the words of this project, with what usually helps.
enum YAMLWording {
    /// The diagnostic for an error.
    static func diagnostic(_ error: YamlError, in source: SourceText) -> Diagnostic {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _):
            return grammar(problem, context, at: mark, in: source)
        case .composer(_, let problem, let mark, _):
            return composer(problem, at: mark, in: source)
        case .duplicatedKeysInMapping(let keys, let context):
            return duplicate(keys.first ?? "", at: TextPosition(context.mark), in: source)
        default:
            return Diagnostic(
                file: source.path, message: "expected YAML, found something that cannot be read")
        }
    }

    private static func composer(
        _ problem: String, at mark: Mark, in source: SourceText
    ) -> Diagnostic {
        if problem.contains("another document") {
            return source.diagnostic(
                "expected one document, found a second", at: TextPosition(mark), length: 3,
                remedy: "remove the line ---")
        }
        return source.diagnostic(
            "expected a value, found an alias", at: TextPosition(mark),
            remedy: "text that starts with * needs quotes around it")
    }

    private static func grammar(
        _ problem: String, _ context: YamlError.Context?, at mark: Mark, in source: SourceText
    ) -> Diagnostic {
        let position = TextPosition(mark)
        let start = context.map { TextPosition($0.mark) } ?? position
        let doing = context?.text ?? ""
        let line = Array(source.place(position).line.unicodeScalars)
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return source.diagnostic(
                "expected spaces at the start of a line, found a tab", at: position,
                remedy: "indent with spaces: YAML allows no tabs there")
        }
        if let brace = braceThatStartsText(line) {
            return source.diagnostic(
                "expected text, found '{', which starts a mapping",
                at: TextPosition(line: position.line, column: brace + 1),
                remedy: "text that starts with { needs quotes around it")
        }
        if problem.contains("cannot start any token"), line.indices.contains(position.column - 1) {
            return source.diagnostic(
                "expected a value, found '\(line[position.column - 1])', which cannot start one",
                at: position, remedy: "put the text in quotes")
        }
        if problem.contains("mapping values are not allowed") {
            return source.diagnostic(
                "expected a value, found a second ':' on the line", at: position,
                remedy: "text with \": \" in it needs quotes around it")
        }
        if doing.contains("alias") || doing.contains("anchor") {
            return source.diagnostic(
                "expected a value, found an alias or an anchor", at: start,
                remedy: "text that starts with * or & needs quotes around it")
        }
        if doing.contains("quoted scalar") {
            return quoted(problem, from: start, at: position, in: source)
        }
        if problem.contains("nesting level") {
            return source.diagnostic(
                "expected at most \(PublishLimits.yamlDepthMax) levels", at: position)
        }
        let opened = doing.contains("flow") ? "what opens on line \(start.line) is not closed" : nil
        let indented = "look at the indentation of this line and the one before it"
        return source.diagnostic(
            problem.hasPrefix("did not find expected ")
                ? "expected \(problem.dropFirst(22))" : "expected YAML, \(problem)",
            at: position, remedy: opened ?? indented)
    }

    private static func quoted(
        _ problem: String, from start: TextPosition, at position: TextPosition,
        in source: SourceText
    ) -> Diagnostic {
        guard problem.contains("escape") else {
            return source.diagnostic(
                "expected a closing quote, found the end of the file", at: start)
        }
        return source.diagnostic(
            "expected an escape sequence of YAML, found another", at: position, length: 2,
            remedy: #"in double quotes a backslash is written \\, in single quotes \"#)
    }

    /// Where `label: {item} Auto` has its brace: a mapping with something behind its end.
    private static func braceThatStartsText(_ line: [Unicode.Scalar]) -> Int? {
        guard let brace = line.firstIndex(of: "{"), line[..<brace].last == " ",
            let before = line[..<brace].last(where: { $0 != " " }), before == ":" || before == "-",
            let end = line.lastIndex(of: "}"),
            let after = line[(end + 1)...].first(where: { $0 != " " }), after != "#"
        else { return nil }
        return brace
    }

    /// Points at the second of two keys where it stands on a line of its own, else at the first.
    private static func duplicate(
        _ key: String, at first: TextPosition, in source: SourceText
    ) -> Diagnostic {
        var position = first
        for (at, line) in source.lines.enumerated().dropFirst(first.line) {
            let scalars = Array(line.unicodeScalars)
            guard let start = scalars.firstIndex(where: { $0 != " " }), scalars[start] != "#" else {
                continue
            }
            guard start >= first.column - 1 else { break }
            guard start == first.column - 1 else { continue }
            var rest = String.UnicodeScalarView()
            rest.append(contentsOf: scalars[start...])
            let text = String(rest)
            guard ["\(key):", "\"\(key)\":", "'\(key)':"].contains(where: text.hasPrefix) else {
                continue
            }
            position = TextPosition(line: at + 1, column: first.column)
            break
        }
        return source.diagnostic(
            "expected each key once, found a second \"\(key)\"", at: position,
            length: key.unicodeScalars.count,
            remedy: position == first ? nil : "the first is on line \(first.line)")
    }
}
