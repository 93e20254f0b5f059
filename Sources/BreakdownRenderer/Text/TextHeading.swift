/// The texts of a heading: the match, the teams and the result.
struct TextHeading {
    /// `2018necmp · Qualification 4`.
    let matchTitle: ShownText
    /// `Red wins`, `Tie`, `Not played yet`; `No score` if it was played, or its breakdown is there.
    let outcome: ShownText
    /// The red alliance's name and score, to the left of the middle: `★ RED 420`; for insights the
    /// left column's name.
    let redScore: ShownText
    /// The blue alliance's, to the right of the middle: `322 BLUE`; or the right column's name.
    let blueScore: ShownText
    /// The numbers of the robots, `Robots 1 · 2 · 3`; empty if no team is known.
    let robots: ShownText
    /// The red teams in the order of their robots.
    let redTeams: ShownText
    /// The blue teams in the order of their robots.
    let blueTeams: ShownText
    /// What the marks next to the teams mean; empty if no team has one.
    let legend: ShownText

    /// Makes the texts.
    ///
    /// - Parameters:
    ///   - columns: the page's width; teams stand closer together if it is small.
    init(_ heading: RenderedBreakdown.Heading, _ subject: Subject, charset: Charset, columns: Int) {
        let bullet = " \(Icon.bullet.character) "
        let gap = columns < 64 ? " " : bullet
        let redStar = heading.winner == .red ? "\(Icon.star.character) " : ""
        let blueStar = heading.winner == .blue ? " \(Icon.star.character)" : ""
        let redPoints = heading.red.score.map { " \($0)" } ?? ""
        let bluePoints = heading.blue.score.map { "\($0) " } ?? ""
        matchTitle = charset.shown(heading.titleParts.joined(separator: bullet))
        switch subject {
        case .match:
            redScore = charset.shown("\(redStar)RED\(redPoints)")
            blueScore = charset.shown("\(bluePoints)BLUE\(blueStar)")
        case .insights:
            redScore = charset.shown(heading.columnNames?.left ?? subject.left.name)
            blueScore = charset.shown(heading.columnNames?.right ?? subject.right.name)
        }
        outcome = charset.shown(heading.outcome(subject))
        let robotCount = max(heading.red.teams.count, heading.blue.teams.count)
        let numbers = (0..<robotCount).map { String($0 + 1) }.joined(separator: gap)
        let hasUnknown = heading.red.hasUnknownTeams || heading.blue.hasUnknownTeams
        robots = charset.shown(
            robotCount > 0 ? "Robots \(numbers)" : hasUnknown ? "Robots" : "")
        redTeams = charset.shown(heading.red.shownTeams(gap))
        blueTeams = charset.shown(heading.blue.shownTeams(gap))
        legend = charset.shown(heading.legend)
    }
}

extension Alliance {
    fileprivate static let disqualifiedMark = "DQ"
    fileprivate static let surrogateMark = "S"

    fileprivate var hasDisqualified: Bool { teams.contains { disqualified.contains($0) } }
    fileprivate var hasSurrogates: Bool { teams.contains { surrogates.contains($0) } }

    /// The teams with their marks; a sign if the data says that they are unknown.
    fileprivate func shownTeams(_ gap: String) -> String {
        hasUnknownTeams ? Icon.missing.character : markedTeams.joined(separator: gap)
    }

    /// The teams, with a mark behind those that were disqualified or are surrogates: `254 DQ`.
    var markedTeams: [String] {
        if disqualified.isEmpty, surrogates.isEmpty { return teams }
        return teams.map { team in
            var text = team
            // The team and its mark stay on one line.
            if disqualified.contains(team) { text += "\u{A0}\(Self.disqualifiedMark)" }
            if surrogates.contains(team) { text += "\u{A0}\(Self.surrogateMark)" }
            return text
        }
    }
}

extension RenderedBreakdown.Heading {
    /// The names of the event and of the match within it, as far as they are known.
    var titleParts: [String] {
        [eventName ?? eventKey, matchName, date ?? ""].filter { !$0.isEmpty }
    }

    /// What the marks next to the teams mean; empty if no team has one.
    var legend: String {
        var words: [String] = []
        if red.hasDisqualified || blue.hasDisqualified {
            words.append("\(Alliance.disqualifiedMark): disqualified.")
        }
        if red.hasSurrogates || blue.hasSurrogates {
            words.append(
                "\(Alliance.surrogateMark): surrogate, the match does not count for its ranking.")
        }
        return words.joined(separator: " ")
    }

    /// The result in words; empty if there is none.
    func outcome(_ subject: Subject) -> String {
        switch winner {
        case .red: return "Red wins"
        case .blue: return "Blue wins"
        case nil: break
        }
        guard subject == .match, !isBare else { return "" }
        guard let red = red.score, let blue = blue.score else {
            if isUnplayed { return "Not played yet" }
            return red.score == nil && blue.score == nil ? "No score" : ""
        }
        // Without a winner and without a tie: a round in which only points counted.
        return red == blue ? "Tie" : ""
    }

    /// Whether nothing is known about the teams and the match.
    private var isBare: Bool {
        eventKey.isEmpty && red == Alliance(teams: [], score: nil) && blue == red
    }
}
