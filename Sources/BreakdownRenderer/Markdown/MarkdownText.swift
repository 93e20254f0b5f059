import PlainText

/// Makes texts of the data mean nothing in Markdown, neither to CommonMark nor to GitHub.
///
/// GitHub looks for mentions, references and addresses after the backslashes are gone, text by
/// text. What could be one is therefore cut in two by an element without effect:
/// `<span>@</span>name`. A reader sees the same characters.
public enum MarkdownText {
    /// A text as it may stand in a paragraph, a heading or a table's cell.
    ///
    /// - Parameter text: any text; becomes one line, without spaces at the ends, which would keep a
    ///   mark from being one.
    /// - Returns: Markdown that shows the text.
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

    /// A text as it may stand in an HTML block of a Markdown file, where backslashes mean
    /// themselves.
    ///
    /// - Parameter text: any text; becomes one line.
    /// - Returns: HTML that shows the text.
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

    /// Whether a character could mean something to CommonMark (0.31 §2.4) or to GitHub's tables.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "$", ":", "@", "!": true
        default: false
        }
    }

    /// Whether GitHub would find something here that starts, or continues, with this character.
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

    /// Whether the characters before an index are these small letters or their capitals.
    private static func ends(
        before at: Int, _ scalars: [Unicode.Scalar], with letters: [Unicode.Scalar]
    ) -> Bool {
        at >= letters.count
            && zip(scalars[(at - letters.count)..<at], letters).allSatisfy {
                $0.value | 0x20 == $1.value
            }
    }

    /// Whether this is each seventh character of a word that could be a commit: seven hexadecimal
    /// digits or more are one, and between two cuts stand six at most.
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
