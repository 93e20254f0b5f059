/// The facts of a heading, each with a name for programs.
enum BreakdownFacts {
    /// One fact; `side` is empty if it is about the whole match.
    struct Fact {
        let name: String
        let side: String
        let text: String
    }

    /// All facts that are known, about the match first.
    static func all(of rendered: RenderedBreakdown) -> [Fact] {
        whole(rendered) + sides(rendered).flatMap { $0 }
    }

    /// The facts about the match as a whole.
    static func whole(_ rendered: RenderedBreakdown) -> [Fact] {
        let heading = rendered.heading
        let known: [(String, String?)] = [
            ("season", String(rendered.year)), ("event", heading.eventKey),
            ("event_name", heading.eventName), ("level", heading.level),
            ("match", heading.matchName), ("time", heading.time.map { String($0.seconds) }),
            ("date", heading.date), ("winner", heading.winner?.rawValue),
        ]
        return known.compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            return Fact(name: name, side: "", text: text)
        }
    }

    /// The facts about each side; insights have none.
    static func sides(_ rendered: RenderedBreakdown) -> [[Fact]] {
        guard rendered.subject == .match else { return [] }
        let heading = rendered.heading
        return Side.allCases.map { side in
            let alliance = side == .red ? heading.red : heading.blue
            let points = side == .red ? heading.redRankingPoints : heading.blueRankingPoints
            var facts: [Fact] = []
            func append(_ name: String, _ text: String?) {
                guard let text, !text.isEmpty else { return }
                facts.append(Fact(name: name, side: side.rawValue, text: text))
            }
            append("score", alliance.score.map { String($0) })
            append("ranking_points", points.map { String($0) })
            for (at, team) in alliance.teams.enumerated() { append("team_\(at + 1)", team) }
            append("disqualified", alliance.disqualified.joined(separator: " "))
            append("surrogates", alliance.surrogates.joined(separator: " "))
            return facts
        }
    }
}
