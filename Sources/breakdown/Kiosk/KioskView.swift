import BreakdownRenderer

/// What a pit display shows, row by row; a function of the facts and the screen's size.
struct KioskView {
    /// The event's name, key and days.
    let heading: String
    /// The event's time zone, if known.
    let zone: EventZone?
    /// Seconds since 1970.
    let now: Int64
    /// Unix second of the last confirmed answer; nil before the first.
    let confirmedSecond: Int64?
    /// Why the newest state is not there; nil if it is.
    let problem: String?
    /// The event's matches, in play order.
    let matches: [ListedMatch]
    /// Whether matches of this event may still get scores.
    let isExpected: Bool
    /// The last match's table, drawn for the layout's width and height.
    let table: [String]
    let layout: KioskLayout
    let style: ListStyle

    /// The match that is shown large: the one that was played last.
    static func shown(_ matches: [ListedMatch]) -> ListedMatch? {
        matches.last(where: \.match.hasResult)
    }

    /// The large digits of a match, if there is room for them.
    static func digits(_ match: Match?, _ layout: KioskLayout, _ style: ListStyle) -> [String] {
        guard layout.hasDigits, let red = match?.red.score, let blue = match?.blue.score else {
            return []
        }
        let digits = BigDigits(ascii: style.ascii)
            .lines(red: red, blue: blue, layout.tableColumns, style)
        return digits.isEmpty ? [] : digits + [""]
    }

    /// All rows of a screen.
    ///
    /// - Returns: as many rows as the screen has; none is wider than the screen.
    func rows() -> [String] {
        let columns = layout.columns
        let left = left.prefix(layout.leftRows).map {
            CutText.line($0, columns: layout.tableColumns, end: style.ellipsis)
        }
        let body = layout.isBeside ? beside(left) : left + [""] + list(under: left.count)
        let ends = [top, "", bottom].map { CutText.line($0, columns: columns, end: style.ellipsis) }
        let missing = max(0, layout.bodyRows - body.count)
        let all =
            ends[..<2] + body.prefix(layout.bodyRows) + Array(repeating: "", count: missing)
            + ends[2...]
        return Array(all.prefix(layout.rows))
    }

    /// The table and, from a fixed column on, the list: terminals measure some signs in another way than we do.
    private func beside(_ left: [String]) -> [String] {
        let right = list(layout.bodyRows)
        return (0..<layout.bodyRows).map { at in
            "\(at < left.count ? left[at] : "")\u{1B}[\(layout.listStart)G\u{1B}[0m\u{1B}[K"
                + (at < right.count ? right[at] : "")
        }
    }

    private func list(under leftRows: Int) -> [String] {
        list(max(0, layout.bodyRows - leftRows - 1))
    }

    private var top: String {
        let clock = ClockText.now(now, in: zone)
        let room = max(0, layout.columns - DisplayWidth.of(clock) - 2)
        let name = CutText.line(heading, columns: room, end: style.ellipsis)
        let gap = max(1, layout.columns - DisplayWidth.of(name) - DisplayWidth.of(clock))
        return style.strong(name) + String(repeating: " ", count: gap) + style.strong(clock)
    }

    /// The age of the data, and the credit that The Blue Alliance asks for, as long as there is room.
    private var bottom: String {
        guard let confirmedSecond else {
            return problem.map { style.warning(style.harmless($0)) }
                ?? style.faint(credit(after: 0))
        }
        let age = "\(Retrieval.age(max(0, now - confirmedSecond))) old"
        let words = "Data \(age)" + (problem.map { ": \(style.harmless($0))" } ?? "")
        return (problem == nil ? words : style.warning(words)) + "  "
            + style.faint(credit(after: DisplayWidth.of(words) + 2))
    }

    /// The credit in its longest form that fits behind other words; empty if none does.
    private func credit(after columns: Int) -> String {
        let name = "Powered by The Blue Alliance"
        return ["\(name) \(style.bullet) https://www.thebluealliance.com", name]
            .first { columns + DisplayWidth.of($0) <= layout.columns } ?? ""
    }

    private var left: [String] {
        guard let shown = Self.shown(matches) else {
            let wait =
                confirmedSecond == nil
                ? "Waiting for The Blue Alliance\(style.ellipsis)"
                : isExpected ? "No match has a score yet\(style.ellipsis)" : "No match has a score."
            return ["", "  \(wait)"]
        }
        return Self.digits(shown.match, layout, style) + table
    }

    /// The matches around the last one with a score.
    private func list(_ rows: Int) -> [String] {
        guard rows > 1, layout.listColumns >= 20 else { return [] }
        let window = PlayOrder.window(in: matches, count: rows - 1)
        return ListTable(matches: Array(matches[window]), zone: zone, style: style, now: now)
            .lines(width: layout.listColumns)
    }
}

/// Scores that can be read from the other side of a pit.
struct BigDigits {
    /// Whether only ASCII is used.
    let ascii: Bool

    /// Both scores, red to the left and blue to the right.
    ///
    /// - Returns: five lines; none if the digits do not fit.
    func lines(red: Int64, blue: Int64, _ columns: Int, _ style: ListStyle) -> [String] {
        let (left, right) = (Self.glyphs(red), Self.glyphs(blue))
        let gap = 6
        let width = (left.first?.count ?? 0) + gap + (right.first?.count ?? 0)
        guard width <= columns else { return [] }
        let indent = String(repeating: " ", count: max(0, (columns - width) / 2))
        return zip(left, right).map { left, right in
            indent + style.red(drawn(left), strong: true) + String(repeating: " ", count: gap)
                + style.blue(drawn(right), strong: true)
        }
    }

    private func drawn(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? (ascii ? "#" : "█") : " " })
    }

    /// The five rows of a number.
    private static func glyphs(_ number: Int64) -> [String] {
        let digits = String(max(0, number)).prefix(6).compactMap(\.wholeNumberValue)
        return (0..<5).map { row in
            digits.map { patterns[$0][row] }.joined(separator: "  ")
        }
    }

    private static let patterns: [[String]] = [
        ["#####", "#   #", "#   #", "#   #", "#####"],
        ["  #  ", " ##  ", "  #  ", "  #  ", " ### "],
        ["#####", "    #", "#####", "#    ", "#####"],
        ["#####", "    #", " ####", "    #", "#####"],
        ["#   #", "#   #", "#####", "    #", "    #"],
        ["#####", "#    ", "#####", "    #", "#####"],
        ["#####", "#    ", "#####", "#   #", "#####"],
        ["#####", "    #", "   # ", "  #  ", "  #  "],
        ["#####", "#   #", "#####", "#   #", "#####"],
        ["#####", "#   #", "#####", "    #", "#####"],
    ]
}
