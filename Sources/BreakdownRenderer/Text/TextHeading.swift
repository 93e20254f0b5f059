/// The texts of a heading: what was played, by whom, and how it ended.
struct TextHeading {
    /// `2018necmp · Qualification 4`.
    let matchTitle: ShownText
    /// `Red wins`, `Tie`, `Not played yet`.
    let outcome: ShownText
    /// The red alliance's name and score, as they stand left of the middle: `★ RED 420`.
    let redScore: ShownText
    /// The blue alliance's, as they stand right of the middle: `322 BLUE`.
    let blueScore: ShownText
    /// The numbers of the robots, `Robots 1 · 2 · 3`; empty where nobody is known.
    let robots: ShownText
    /// The red teams in the order of their robots.
    let redTeams: ShownText
    /// The blue teams in the order of their robots.
    let blueTeams: ShownText

    /// Makes the texts.
    ///
    /// - Parameters:
    ///   - heading: what they say.
    ///   - face: how they are written.
    ///   - columns: the page's width; teams stand closer together where it is small.
    init(_ heading: RenderedBreakdown.Heading, face: Face, columns: Int) {
        let bullet = " \(Icon.bullet.character) "
        let gap = columns < 64 ? " " : bullet
        let redStar = heading.winner == .red ? "\(Icon.star.character) " : ""
        let blueStar = heading.winner == .blue ? " \(Icon.star.character)" : ""
        let redPoints = heading.red.score.map { " \($0)" } ?? ""
        let bluePoints = heading.blue.score.map { "\($0) " } ?? ""
        matchTitle = face.shown(heading.eventKey + bullet + heading.matchName)
        redScore = face.shown("\(redStar)RED\(redPoints)")
        blueScore = face.shown("\(bluePoints)BLUE\(blueStar)")
        outcome = face.shown(Self.outcome(heading))
        let robotCount = max(heading.red.teams.count, heading.blue.teams.count)
        let numbers = (0..<robotCount).map { String($0 + 1) }.joined(separator: gap)
        robots = face.shown(robotCount == 0 ? "" : "Robots \(numbers)")
        redTeams = face.shown(heading.red.teams.joined(separator: gap))
        blueTeams = face.shown(heading.blue.teams.joined(separator: gap))
    }

    private static func outcome(_ heading: RenderedBreakdown.Heading) -> String {
        switch heading.winner {
        case .red: return "Red wins"
        case .blue: return "Blue wins"
        case nil: break
        }
        guard let red = heading.red.score, let blue = heading.blue.score else {
            return "Not played yet"
        }
        // Without a winner and without a tie: a round in which only points counted.
        return red == blue ? "Tie" : ""
    }
}
