import JSON

/// Turns a match into tables: by the season's description, or from its breakdown alone.
public struct Renderer: Sendable {
    /// Makes a renderer.
    public init() {}

    /// Renders one match.
    ///
    /// Never fails: what cannot be computed spoils its own cell and is listed as a problem. The generic
    /// table stands in where there is no description, where it does not apply, and where it finds no
    /// row to show.
    ///
    /// - Parameters:
    ///   - match: the match.
    ///   - description: the season's description, if there is one.
    /// - Returns: the texts.
    public func render(_ match: Match, with description: Description?) -> RenderedBreakdown {
        guard let breakdown = match.breakdown, !breakdown.isEmpty else {
            let sentence =
                match.isPlayed
                ? "No score breakdown was published for this match."
                : "This match has not been played yet."
            return result(match, title: description?.title, notes: [sentence])
        }
        var problems: [String] = []
        if let description {
            var pass = RenderPass(MatchValues(match, breakdown: breakdown))
            if pass.applies(description) {
                let tables = pass.tables(of: description)
                if !tables.isEmpty {
                    return result(
                        match, title: description.title, tables: tables,
                        notes: pass.notes(of: description), problems: pass.problems)
                }
            }
            problems = pass.problems
        }
        let generic = GenericBreakdown(breakdown)
        var notes = generic.notes
        if generic.rows.isEmpty, notes.isEmpty {
            notes = ["The score breakdown of this match is empty."]
        }
        return result(
            match, title: nil,
            tables: generic.rows.isEmpty ? [] : [BreakdownTable(title: nil, rows: generic.rows)],
            notes: notes, problems: problems, isGeneric: true)
    }

    private func result(
        _ match: Match, title: String?, tables: [BreakdownTable] = [], notes: [String],
        problems: [String] = [], isGeneric: Bool = false
    ) -> RenderedBreakdown {
        RenderedBreakdown(
            key: match.key, year: match.year,
            title: title ?? "\(match.year) Score Breakdown",
            heading: .init(
                eventKey: match.eventKey,
                matchName: match.level.matchName(set: match.setNumber, match: match.matchNumber),
                red: match.red, blue: match.blue, winner: match.winner),
            tables: tables, notes: notes, problems: problems, isGeneric: isGeneric)
    }
}
