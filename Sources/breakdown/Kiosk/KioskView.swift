import BreakdownRenderer

/// What a pit display shows, row by row; a function of the facts and the screen's size.
struct KioskView {
    /// The event's name, key and days.
    let heading: String
    /// The event's time zone, if known.
    let zone: String?
    /// Seconds since 1970.
    let now: Int64
    /// Unix second of the last confirmed answer; nil before the first.
    let confirmedSecond: Int64?
    /// Why the newest state is not there; nil if it is.
    let problem: String?
    /// The event's matches, in play order.
    let matches: [ListedMatch]
    /// The last match's table, drawn for ``tableColumns(_:)``.
    let table: [String]
    let style: ListStyle

    /// Screens from this width on have the list beside the table.
    private static let besideColumnsMin = 100
    /// Below this height there is no room for large digits.
    private static let digitRowsMin = 24

    /// The columns for the table on a screen.
    static func tableColumns(_ columns: Int) -> Int {
        columns < besideColumnsMin ? max(20, columns) : max(60, columns * 6 / 10)
    }

    /// The match that is shown large: the last one with a score.
    static func shown(_ matches: [ListedMatch]) -> ListedMatch? {
        matches.last { $0.state != .unplayed }
    }

    /// All rows of a screen.
    ///
    /// - Parameters:
    ///   - columns: the screen's width.
    ///   - rows: its height.
    /// - Returns: exactly this many rows.
    func rows(columns: Int, rows: Int) -> [String] {
        let inner = max(0, rows - 3)
        let isBeside = columns >= Self.besideColumnsMin
        let left = left(isBeside ? inner : inner * 2 / 3, Self.tableColumns(columns))
        let listRows = isBeside ? inner : max(0, inner - left.count - 1)
        let listColumns = isBeside ? columns - Self.tableColumns(columns) - 2 : columns
        let right = list(listRows, listColumns)
        var body: [String] = []
        if isBeside {
            for at in 0..<inner {
                let side = at < right.count ? right[at] : ""
                body.append(
                    "\(at < left.count ? left[at] : "")"
                        + "\u{1B}[\(Self.tableColumns(columns) + 3)G\u{1B}[0m\u{1B}[K\(side)")
            }
        } else {
            body = left + [""] + right
        }
        body += Array(repeating: "", count: max(0, inner - body.count))
        return Array(([top(columns), ""] + body.prefix(inner) + [bottom]).prefix(rows))
    }

    private func top(_ columns: Int) -> String {
        let clock = ClockText.now(now, in: zone)
        let room = max(0, columns - clock.count - 2)
        let name =
            heading.count > room ? "\(heading.prefix(max(0, room - 1)))\(style.ellipsis)" : heading
        let gap = max(1, columns - name.count - clock.count)
        return style.strong(name) + String(repeating: " ", count: gap) + style.strong(clock)
    }

    /// The age of the data, and the credit that The Blue Alliance asks for.
    private var bottom: String {
        let credit = "Powered by The Blue Alliance \(style.bullet) https://www.thebluealliance.com"
        guard let confirmedSecond else {
            return problem.map { style.warning(style.harmless($0)) } ?? style.faint(credit)
        }
        let age = "\(ClockText.age(max(0, now - confirmedSecond))) old"
        if let problem {
            return style.warning("Data \(age): \(style.harmless(problem))") + "  "
                + style.faint(credit)
        }
        return "Data \(age)  " + style.faint(credit)
    }

    private func left(_ rows: Int, _ columns: Int) -> [String] {
        guard let shown = Self.shown(matches) else {
            let wait =
                confirmedSecond == nil
                ? "Waiting for The Blue Alliance" : "No match has a score yet"
            return ["", "  \(wait)\(style.ellipsis)"]
        }
        var lines: [String] = []
        if rows >= Self.digitRowsMin, let red = shown.match.red.score,
            let blue = shown.match.blue.score
        {
            lines = BigDigits(ascii: style.ascii).lines(red: red, blue: blue, columns, style) + [""]
        }
        let room = max(0, rows - lines.count)
        guard table.count > room else { return lines + table }
        return lines + table.prefix(max(0, room - 1)) + [style.faint(style.ellipsis)]
    }

    /// The matches around the last one with a score; a third of the rows is for matches to come.
    private func list(_ rows: Int, _ columns: Int) -> [String] {
        guard rows > 1, columns >= 20 else { return [] }
        let count = rows - 1
        let scored = matches.filter { $0.state != .unplayed }
        let coming = matches.filter { $0.state == .unplayed }
        let comingCount = min(coming.count, max(count / 3, count - scored.count))
        let window = scored.suffix(max(0, count - comingCount)) + coming.prefix(comingCount)
        return ListTable(matches: Array(window), zone: zone, style: style).lines(width: columns)
    }
}
