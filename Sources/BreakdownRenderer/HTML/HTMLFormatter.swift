import CEL
import MatchKeys

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
    public static func escaped(_ text: String) -> String {
        HTMLPage.escaped(text)
    }

    /// The style sheet, for pages that show breakdowns among other things.
    public static let styleSheet = HTMLStyle.sheet

    /// The page after the last breakdown.
    public static let foot = "</main>\n</body>\n</html>\n"

    /// Writes one breakdown: an article with a table.
    ///
    /// The article has its own direction, so the red alliance stands on the left in every page; a name from the data may
    /// have another.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let charset = Charset(ascii: false)
        let heading = TextHeading(
            rendered.heading, rendered.subject, charset: charset, columns: .max)
        var page = HTMLPage()
        let className = rendered.subject == .match ? "match" : "insights"
        let id = Self.isAnchor(rendered.key) ? " id=\"\(rendered.key)\"" : ""
        page.open("<article class=\"\(className)\" dir=\"ltr\"\(id)>")
        append(title: rendered, heading, to: &page)
        page.element("p", charset.shown(rendered.title), attributes: "class=\"season\"")
        page.open("<table>")
        append(heading, to: &page)
        for table in rendered.tables { append(table, to: &page) }
        page.close("</table>")
        if heading.legend.columns > 0 {
            page.element("p", heading.legend, attributes: "class=\"note\"")
        }
        for note in rendered.notes {
            page.note(charset.shown(note))
        }
        for problem in rendered.problems {
            let text = "\(Icon.warning.character) \(problem)"
            page.element("p", charset.shown(text), attributes: "class=\"problem\"")
        }
        page.close("</article>")
        return page.text
    }

    /// Writes links to all breakdowns of a page; the style puts them above the first.
    ///
    /// - Parameter titles: the keys and titles of the breakdowns, from ``title(of:)``.
    /// - Returns: lines, each ended by a line break; nothing for a page with one breakdown.
    public func contents(_ titles: [(key: String, title: String)]) -> String {
        let linked = titles.filter { Self.isAnchor($0.key) }
        guard linked.count > 1 else { return "" }
        let charset = Charset(ascii: false)
        var page = HTMLPage()
        page.open("<nav>")
        page.open("<ol>")
        for (key, title) in linked {
            page.open("<li>")
            page.element("a", charset.shown(title), attributes: "href=\"#\(key)\"", isolated: true)
            page.open("</li>")
        }
        page.close("</ol>")
        page.close("</nav>")
        return page.text
    }

    /// The title of a breakdown, for ``contents(_:)``.
    public func title(of rendered: RenderedBreakdown) -> String {
        let charset = Charset(ascii: false)
        return TextHeading(rendered.heading, rendered.subject, charset: charset, columns: .max)
            .matchTitle.text
    }

    /// Whether a key can stand in an address as it is.
    private static func isAnchor(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The title, with links to The Blue Alliance's pages where the keys have their form.
    private func append(
        title rendered: RenderedBreakdown, _ heading: TextHeading, to page: inout HTMLPage
    ) {
        let site = "https://www.thebluealliance.com"
        let event = rendered.heading.eventKey
        guard Self.isAnchor(event), Self.isAnchor(rendered.key), EventKey(event) != nil,
            rendered.key == event || rendered.key.hasStart("\(event)_")
        else { return page.element("h2", heading.matchTitle, isolated: true) }
        let charset = Charset(ascii: false)
        let facts = rendered.heading
        page.open("<h2>")
        page.element(
            "a", charset.shown(facts.eventName ?? event),
            attributes: "href=\"\(site)/event/\(event)\"", isolated: true)
        if rendered.subject == .match {
            page.open("\(Icon.bullet.character)")
            page.element(
                "a", charset.shown(facts.matchName),
                attributes: "href=\"\(site)/match/\(rendered.key)\"")
        } else {
            page.append(charset.shown("\(Icon.bullet.character) \(facts.matchName)"))
            page.open("")
        }
        if let date = facts.date {
            page.append(charset.shown("\(Icon.bullet.character) "))
            page.element("span", charset.shown(date))
        }
        page.close("</h2>")
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    public func format(_ retrieval: Retrieval) -> String {
        let charset = Charset(ascii: false)
        var page = HTMLPage()
        page.open("<p class=\"note\" dir=\"ltr\">Powered by")
        page.element(
            "a", charset.shown(retrieval.source),
            attributes: "href=\"\(Self.escaped(retrieval.address))\"")
        if retrieval.isStored { page.append(charset.shown("stored answer, \(retrieval.age) old")) }
        page.close("</p>")
        return page.text
    }

    private func append(_ heading: TextHeading, to page: inout HTMLPage) {
        page.open("<thead>")
        page.open("<tr>")
        page.element("th", heading.redScore, attributes: "scope=\"col\" class=\"left\"")
        // This is no heading: a column of names needs none, and the match's outcome is not one.
        page.element("td", heading.outcome, attributes: "class=\"outcome\"")
        page.element("th", heading.blueScore, attributes: "scope=\"col\" class=\"right\"")
        page.close("</tr>")
        page.close("</thead>")
        guard heading.robots.columns > 0 else { return }
        page.open("<tbody>")
        page.row(
            red: heading.redTeams, label: heading.robots, blue: heading.blueTeams,
            className: "robots")
        page.close("</tbody>")
    }

    private func append(_ table: BreakdownTable, to page: inout HTMLPage) {
        let charset = Charset(ascii: false)
        page.open("<tbody>")
        if let title = table.title {
            page.open("<tr class=\"title\">")
            page.element("th", charset.shown(title), attributes: "scope=\"rowgroup\" colspan=\"3\"")
            page.close("</tr>")
        }
        for row in table.rows {
            page.row(
                red: charset.shown(row.red), label: charset.shown(row.label),
                blue: charset.shown(row.blue), className: row.kind.rawValue)
        }
        page.close("</tbody>")
    }
}
