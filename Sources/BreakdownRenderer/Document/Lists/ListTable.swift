/// The lines of matches, as many columns as fit.
package struct ListTable {
    /// A column of the list.
    package enum Column: CaseIterable { case key, name, red, score, blue, points, time }

    package let matches: [ListedMatch]
    /// The event's time zone, if known.
    package let zone: EventZone?
    package let style: ListStyle
    /// Seconds since 1970: what is absent of an old match does not come any more.
    package let now: Int64

    /// Collects the parts.
    package init(matches: [ListedMatch], zone: EventZone?, style: ListStyle, now: Int64) {
        self.matches = matches
        self.zone = zone
        self.style = style
        self.now = now
    }

    /// The columns that are left out if the terminal is narrow, the first one first.
    private static let leftOut: [Column] = [.name, .points, .time, .blue, .red]

    /// The heading and the lines.
    ///
    /// - Returns: lines without breaks; none is wider.
    package func lines(width: Int) -> [String] {
        var columns = Column.allCases
        for column in Self.leftOut where total(columns) > width {
            columns.removeAll { $0 == column }
        }
        let widths = columns.map(self.width)
        let half = scoreHalf
        let head = zip(columns, widths).map { pad(Self.title($0), $1, $0, half) }
        let lines =
            [style.faint(join(head))]
            + matches.map { match in
                join(
                    zip(columns, widths).map { column, width in
                        paint(pad(text(column, match), width, column, half), column, match)
                    })
            }
        return lines.map { CutText.line($0, columns: width, end: style.ellipsis) }
    }

    /// The meanings of the marks that are shown.
    package var legend: [String] {
        var words: [String] = []
        let alliances = matches.flatMap { [$0.match.red, $0.match.blue] }
        if alliances.contains(where: { !$0.disqualified.isEmpty }) {
            words.append("DQ: disqualified.")
        }
        if alliances.contains(where: { !$0.surrogates.isEmpty }) {
            words.append("S: surrogate, the match does not count for its ranking.")
        }
        let incomplete = matches.filter { $0.absence(at: now) != nil }
        if !incomplete.isEmpty {
            let isExpected = incomplete.contains { StillExpected.isExpected($0.match, at: now) }
            let absent =
                incomplete.contains { $0.state == .unscored }
                ? "the score or the details" : "the details"
            let meaning = isExpected ? "\(absent) are not there yet." : "without \(absent)."
            words.append("\(style.ellipsis): \(meaning)")
        }
        return words.isEmpty ? [] : [words.joined(separator: " ")]
    }

    private func total(_ columns: [Column]) -> Int {
        columns.map(width).reduce(0, +) + 2 * (columns.count - 1)
    }

    private func width(_ column: Column) -> Int {
        matches.map { DisplayWidth.of(text(column, $0)) }.reduce(Self.title(column).utf8.count, max)
    }

    private static func title(_ column: Column) -> String {
        switch column {
        case .key: "Key"
        case .name: "Match"
        case .red: "Red"
        case .score: "Score"
        case .blue: "Blue"
        case .points: "RP"
        case .time: "Time"
        }
    }

    /// The text of a cell, without colours.
    package func text(_ column: Column, _ listed: ListedMatch) -> String {
        let match = listed.match
        switch column {
        case .key: return style.harmless(listed.shortKey)
        case .name: return style.harmless(listed.shortName)
        case .red: return teams(match.red)
        case .blue: return teams(match.blue)
        case .score:
            guard let red = match.red.score, let blue = match.blue.score else {
                return listed.state == .unscored ? style.ellipsis : ""
            }
            let star = { (side: Side) in match.winner == side ? style.star : " " }
            let rest = listed.state == .scored ? " \(style.ellipsis)" : ""
            return "\(star(.red)) \(red) \(style.dash) \(blue) \(star(.blue))\(rest)"
        case .points:
            guard match.level.code == "qm", let red = match.rankingPoints(.red),
                let blue = match.rankingPoints(.blue)
            else { return "" }
            return "\(red)\(style.dash)\(blue)"
        case .time: return match.time?.shortText(in: zone) ?? ""
        }
    }

    private func teams(_ alliance: Alliance) -> String {
        alliance.teams.map { team in
            var text = style.harmless(team)
            if alliance.disqualified.contains(team) { text += " DQ" }
            if alliance.surrogates.contains(team) { text += " S" }
            return text
        }.joined(separator: " ")
    }

    private func pad(_ text: String, _ width: Int, _ column: Column, _ scoreHalf: Int) -> String {
        let gap = max(0, width - DisplayWidth.of(text))
        switch column {
        // The dashes of the scores stand below each other.
        case .score where text.contains(style.dash):
            let half = text.split(separator: style.dash, maxSplits: 1)[0].count
            let left = max(0, min(gap, scoreHalf - half))
            return String(repeating: " ", count: left) + text
                + String(repeating: " ", count: gap - left)
        default: return text + String(repeating: " ", count: gap)
        }
    }

    /// Columns before the dash of the longest red score.
    private var scoreHalf: Int {
        matches.map {
            text(.score, $0).split(separator: style.dash, maxSplits: 1).first?.count ?? 0
        }.max() ?? 0
    }

    private func paint(_ text: String, _ column: Column, _ listed: ListedMatch) -> String {
        let winner = listed.match.winner
        return switch column {
        case .key: style.faint(text)
        case .red: style.red(text, strong: winner == .red)
        case .blue: style.blue(text, strong: winner == .blue)
        case .score:
            switch winner {
            case .red: style.red(text, strong: true)
            case .blue: style.blue(text, strong: true)
            case nil: text
            }
        default: text
        }
    }

    private func join(_ cells: [String]) -> String {
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
