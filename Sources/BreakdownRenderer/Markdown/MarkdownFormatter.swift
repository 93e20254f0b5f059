import Text

/// Writes a breakdown as Markdown with a table (CommonMark, and GitHub's tables).
public struct MarkdownFormatter: Sendable {
    /// Whether everything is written in ASCII.
    public var ascii: Bool

    /// Makes a formatter.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    /// Writes one breakdown: a heading, a table for each of its tables, and the notes as a list.
    ///
    /// No text has a meaning to Markdown or to GitHub (``MarkdownText``).
    public func format(_ rendered: RenderedBreakdown) -> String {
        let charset = Charset(ascii: ascii)
        let heading = TextHeading(
            rendered.heading, rendered.subject, charset: charset, columns: .max)
        var text =
            "## \(escaped(heading.matchTitle))\n\n\(escaped(charset.shown(rendered.title)))\n"
        var tables = rendered.tables
        // The teams are shown even if nothing is known about the score.
        if tables.isEmpty { tables = [BreakdownTable(title: nil, rows: [])] }
        for (at, table) in tables.enumerated() {
            text += "\n"
            if let title = table.title { text += "### \(escaped(charset.shown(title)))\n\n" }
            text += line(heading.redScore, heading.outcome, heading.blueScore)
            text += "| ---: | :---: | :--- |\n"
            if at == 0, heading.robots.columns > 0 {
                text += line(heading.redTeams, heading.robots, heading.blueTeams)
            }
            for row in table.rows {
                let mark = mark(row.kind)
                text += line(
                    charset.shown(row.red), charset.shown(row.label), charset.shown(row.blue), mark)
            }
        }
        let warnings = rendered.problems.map { "\(Icon.warning.character) \($0)" }
        let legend = heading.legend.columns > 0 ? [heading.legend.text] : []
        let notes = (legend + rendered.notes + warnings).map { "- \(item(charset.shown($0)))\n" }
        return text + (notes.isEmpty ? "" : "\n") + notes.joined()
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    ///
    /// - Returns: an empty line and the credit.
    public func format(_ retrieval: Retrieval) -> String {
        "\n\(escaped(Charset(ascii: ascii).shown(retrieval.credit)))\n"
    }

    private func mark(_ kind: RowKind) -> String {
        switch kind {
        case .plain: ""
        case .subtotal: "*"
        case .total: "**"
        }
    }

    private func line(
        _ red: ShownText, _ label: ShownText, _ blue: ShownText, _ mark: String = ""
    ) -> String {
        let cells = [red, label, blue].map { cell in
            let text = escaped(cell)
            return text.isEmpty ? "" : mark + text + mark
        }
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private func escaped(_ shown: ShownText) -> String { MarkdownText.escaped(shown.text) }

    /// The text of a list item; it must not begin another block: `- `, `+ `, `1.
    ///
    /// `, `===`.
    private func item(_ shown: ShownText) -> String {
        let text = escaped(shown)
        let scalars = text.unicodeScalars
        guard let end = scalars.firstIndex(where: { !("0"..."9").contains($0) }) else {
            return text
        }
        switch scalars[end] {
        case "-", "+", "=", ".", ")": return "\(text[..<end])\\\(text[end...])"
        default: return text
        }
    }
}

/// Makes texts of the data plain in Markdown: neither CommonMark nor GitHub interprets them.
///
/// GitHub looks for mentions, references and addresses in each text after it has removed the
/// backslashes. So an element without effect cuts each candidate in two: `<span>@</span>name`. A
/// reader sees the same characters.
public enum MarkdownText {
    /// A text in the form for a paragraph, a heading or a cell of a table.
    ///
    /// - Parameter text: any text; it becomes one line without spaces at its ends, because a space
    ///   would break emphasis marks around it.
    public static func escaped(_ text: String) -> String {
        let scalars = Array(PlainText.line(text).unicodeScalars)
        var shown = String.UnicodeScalarView()
        for at in trimmed(scalars) {
            let scalar = scalars[at]
            if breaks(at, scalars) {
                append(scalar, to: &shown)
            } else {
                if isMark(scalar) { shown.append("\\") }
                shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// A text in the form for an HTML block of a Markdown file, where a backslash is an ordinary
    /// character.
    ///
    /// - Parameter text: any text; becomes one line.
    public static func escapedInHTML(_ text: String) -> String {
        let scalars = Array(PlainText.line(text).unicodeScalars)
        var shown = ""
        for at in scalars.indices {
            let scalar = HTMLFormatter.escaped(String(scalars[at]))
            shown += breaks(at, scalars) ? "<span>\(scalar)</span>" : scalar
        }
        return shown
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        text.append(contentsOf: "<span>".unicodeScalars)
        text.append(scalar)
        text.append(contentsOf: "</span>".unicodeScalars)
    }

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> Range<Int> {
        guard let first = scalars.firstIndex(where: { $0 != " " }),
            let last = scalars.lastIndex(where: { $0 != " " })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// Whether CommonMark (0.31 §2.4) or GitHub's tables could interpret a character.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "$", ":", "@", "!": true
        default: false
        }
    }

    /// Whether GitHub could find a mention, reference or address that begins or continues here.
    private static func breaks(_ at: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let next = at + 1 < scalars.count ? scalars[at + 1] : " "
        switch scalars[at] {
        // `@name`, `name@example.org`, `owner/repo@0123456`; `#1`, `owner/repo#1`.
        case "@", "#": return true
        // `https://`, `mailto:`, `:emoji:`.
        case ":": return isWord(next) || next == "/" || next == "+" || next == "-"
        // `www.example.org`.
        case ".": return ends(before: at, scalars, with: ["w", "w", "w"])
        // `GH-1`.
        case "-": return isDigit(next) && ends(before: at, scalars, with: ["g", "h"])
        default: return cutsCommit(at, scalars)
        }
    }

    /// Whether the characters before an index are these letters, in lower or upper case.
    private static func ends(
        before at: Int, _ scalars: [Unicode.Scalar], with letters: [Unicode.Scalar]
    ) -> Bool {
        at >= letters.count
            && zip(scalars[(at - letters.count)..<at], letters).allSatisfy {
                $0.value | 0x20 == $1.value
            }
    }

    /// Whether this is each seventh character of a word that could be a commit.
    ///
    /// Seven or more hexadecimal digits are a commit, so at most six may stand between two cuts.
    private static func cutsCommit(_ at: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard isHex(scalars[at]) else { return false }
        var start = at
        while start > 0, isHex(scalars[start - 1]), at - start < 48 { start -= 1 }
        return (at - start) % 7 == 6
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || isDigit(scalar) || ("a"..."z").contains(scalar)
            || ("A"..."Z").contains(scalar)
    }
}
