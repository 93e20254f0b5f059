/// The texts of a heading: the match, the teams and the result.
struct TextHeading {
    /// `2018necmp · Qualification 4`.
    let matchTitle: ShownText
    /// `Red wins`, `Tie`, `Not played yet`.
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

    /// Makes the texts.
    ///
    /// - Parameters:
    ///   - heading: the facts.
    ///   - subject: what the two columns are.
    ///   - face: how characters are written.
    ///   - columns: the page's width; teams stand closer together if it is small.
    init(_ heading: RenderedBreakdown.Heading, _ subject: Subject, face: Face, columns: Int) {
        let bullet = " \(Icon.bullet.character) "
        let gap = columns < 64 ? " " : bullet
        let redStar = heading.winner == .red ? "\(Icon.star.character) " : ""
        let blueStar = heading.winner == .blue ? " \(Icon.star.character)" : ""
        let redPoints = heading.red.score.map { " \($0)" } ?? ""
        let bluePoints = heading.blue.score.map { "\($0) " } ?? ""
        matchTitle = face.shown(heading.titleParts.joined(separator: bullet))
        switch subject {
        case .match:
            redScore = face.shown("\(redStar)RED\(redPoints)")
            blueScore = face.shown("\(bluePoints)BLUE\(blueStar)")
        case .insights:
            redScore = face.shown(subject.left.name)
            blueScore = face.shown(subject.right.name)
        }
        outcome = face.shown(heading.outcome(subject))
        let robotCount = max(heading.red.teams.count, heading.blue.teams.count)
        let numbers = (0..<robotCount).map { String($0 + 1) }.joined(separator: gap)
        robots = face.shown(robotCount == 0 ? "" : "Robots \(numbers)")
        redTeams = face.shown(heading.red.teams.joined(separator: gap))
        blueTeams = face.shown(heading.blue.teams.joined(separator: gap))
    }
}

extension RenderedBreakdown.Heading {
    /// The names of the event and of the match within it, as far as they are known.
    var titleParts: [String] { [eventKey, matchName].filter { !$0.isEmpty } }

    /// The result in words; empty if there is none.
    func outcome(_ subject: Subject) -> String {
        switch winner {
        case .red: return "Red wins"
        case .blue: return "Blue wins"
        case nil: break
        }
        guard subject == .match, !isBare else { return "" }
        guard let red = red.score, let blue = blue.score else { return "Not played yet" }
        // Without a winner and without a tie: a round in which only points counted.
        return red == blue ? "Tie" : ""
    }

    /// Whether nothing is known about the teams and the match.
    private var isBare: Bool {
        eventKey.isEmpty && red == Alliance(teams: [], score: nil) && blue == red
    }
}
