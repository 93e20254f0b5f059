import PlainText

/// Writes breakdowns as one page of HTML that needs no other file.
///
/// A page is ``head``, any number of breakdowns, and ``foot``.
public struct HTMLFormatter: Sendable {
    /// Makes a formatter.
    public init() {}

    /// The page up to the first breakdown.
    public static let head = head(title: "Score Breakdown") + "<h1>Score Breakdown</h1>\n"

    /// The beginning of a page, up to its first heading.
    ///
    /// The page may load nothing and run nothing; its Content-Security-Policy tells the browser so.
    ///
    /// - Parameters:
    ///   - title: what a browser's tab shows.
    ///   - style: a style sheet that follows the breakdowns' own.
    /// - Returns: lines, each ended by a line break.
    public static func head(title: String, adding style: String = "") -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(escaped(title))</title>
        <style>
        \(HTMLStyle.sheet)\(style.isEmpty ? "" : "\n" + style)
        </style>
        </head>
        <body>
        <main>

        """
    }

    /// A text in the form for an element or an attribute.
    ///
    /// - Parameter text: any text; its line breaks stay.
    /// - Returns: the text, harmless and escaped.
    public static func escaped(_ text: String) -> String {
        var page = HTMLPage()
        page.append(PlainText.lines(text))
        return page.text
    }

    /// The style sheet, for pages that show breakdowns among other things.
    public static let styleSheet = HTMLStyle.sheet

    /// The page after the last breakdown.
    public static let foot = "</main>\n</body>\n</html>\n"

    /// Writes one breakdown: an article with a table.
    ///
    /// - Parameter rendered: the texts.
    /// - Returns: lines, each ended by a line break.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let face = Face(ascii: false)
        let heading = TextHeading(rendered.heading, rendered.subject, face: face, columns: .max)
        var page = HTMLPage()
        page.open("<article class=\"\(rendered.subject == .match ? "match" : "insights")\">")
        page.element("h2", heading.matchTitle.text)
        page.element("p", face.shown(rendered.title).text, attributes: "class=\"season\"")
        page.open("<table>")
        append(heading, to: &page)
        for table in rendered.tables { append(table, to: &page) }
        page.close("</table>")
        if heading.legend.columns > 0 {
            page.element("p", heading.legend.text, attributes: "class=\"note\"")
        }
        for note in rendered.notes {
            page.element("p", face.shown(note).text, attributes: "class=\"note\"")
        }
        for problem in rendered.problems {
            let text = "\(Icon.warning.character) \(problem)"
            page.element("p", face.shown(text).text, attributes: "class=\"problem\"")
        }
        page.close("</article>")
        return page.text
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    ///
    /// - Parameter retrieval: the source, its address and the age.
    /// - Returns: a paragraph with a link.
    public func format(_ retrieval: Retrieval) -> String {
        let face = Face(ascii: false)
        var page = HTMLPage()
        page.open("<p class=\"note\">Powered by")
        page.element(
            "a", face.shown(retrieval.source).text,
            attributes: "href=\"\(Self.escaped(retrieval.address))\"")
        if retrieval.isStored { page.append("stored answer, \(retrieval.age) old") }
        page.close("</p>")
        return page.text
    }

    private func append(_ heading: TextHeading, to page: inout HTMLPage) {
        page.open("<thead>")
        page.open("<tr>")
        page.element("th", heading.redScore.text, attributes: "scope=\"col\" class=\"left\"")
        // This is no heading: a column of names needs none, and the match's outcome is not one.
        page.element("td", heading.outcome.text, attributes: "class=\"outcome\"")
        page.element("th", heading.blueScore.text, attributes: "scope=\"col\" class=\"right\"")
        page.close("</tr>")
        page.close("</thead>")
        guard heading.robots.columns > 0 else { return }
        page.open("<tbody>")
        page.row(
            red: heading.redTeams.text, label: heading.robots.text, blue: heading.blueTeams.text,
            className: "robots")
        page.close("</tbody>")
    }

    private func append(_ table: BreakdownTable, to page: inout HTMLPage) {
        let face = Face(ascii: false)
        page.open("<tbody>")
        if let title = table.title {
            page.open("<tr class=\"title\">")
            page.element(
                "th", face.shown(title).text, attributes: "scope=\"rowgroup\" colspan=\"3\"")
            page.close("</tr>")
        }
        for row in table.rows {
            page.row(
                red: face.shown(row.red).text, label: face.shown(row.label).text,
                blue: face.shown(row.blue).text, className: row.kind.rawValue)
        }
        page.close("</tbody>")
    }
}
