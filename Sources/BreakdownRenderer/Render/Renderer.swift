import JSON

/// Turns a match, or an event's insights, into tables: by the season's description, or from the
/// data alone.
///
/// It does not fail: what cannot be computed spoils its own cell and is listed as a problem. It
/// uses the generic table if there is no description, if the description is for other data, or if
/// it finds no row to show.
public struct Renderer: Sendable {
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    private let showsAll: Bool
    /// Whether the values behind the cells are kept.
    private let keepsRaw: Bool

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - showAll: whether generic tables keep the rows that are zero or empty on both sides.
    ///   - keepsRaw: whether the values behind the cells are kept, for JSON and CSV.
    public init(showAll: Bool = false, keepsRaw: Bool = false) {
        showsAll = showAll
        self.keepsRaw = keepsRaw
    }

    /// Renders one match.
    public func render(
        _ match: Match, with description: Description?, in context: MatchContext = .none
    ) -> RenderedBreakdown {
        renderWithCost(match, with: description, in: context).rendered
    }

    /// Draws one match and returns the cost.
    public func renderWithCost(
        _ match: Match, with description: Description?, in context: MatchContext = .none
    ) -> (rendered: RenderedBreakdown, cost: RenderCost) {
        let frame = Frame(match, title: description?.title, in: context)
        guard let breakdown = match.breakdown, !breakdown.isEmpty else {
            let sentence =
                switch (match.isPlayed, match.hasScore) {
                case (false, _): "This match has not been played yet."
                case (true, true): "No score breakdown was published for this match."
                case (true, false): "No score was published for this match."
                }
            let problems = match.breakdownError.map { ["\($0)"] } ?? []
            return (frame.filled(notes: [sentence], problems: problems), .none)
        }
        let values = SidedValues(match, breakdown: breakdown)
        return render(values, with: description, in: frame) {
            let generic = GenericBreakdown(
                breakdown, of: .match, showAll: showsAll, keepsRaw: keepsRaw)
            return generic.isEmpty
                ? generic.with(note: "The score breakdown of this match is empty.") : generic
        }
    }

    /// Renders an event's insights.
    public func render(
        _ insights: EventInsights, with description: Description?,
        in context: MatchContext = .none
    ) -> RenderedBreakdown {
        renderWithCost(insights, with: description, in: context).rendered
    }

    /// Draws an event's insights and returns the cost.
    public func renderWithCost(
        _ insights: EventInsights, with description: Description?,
        in context: MatchContext = .none
    ) -> (rendered: RenderedBreakdown, cost: RenderCost) {
        let frame = Frame(insights, title: description?.title, in: context)
        guard insights.qual != nil || insights.playoff != nil else {
            return (frame.filled(notes: ["No insights were computed for this event."]), .none)
        }
        return render(SidedValues(insights), with: description, in: frame) {
            var both = JSONObject()
            both[Subject.insights.left.key] = insights.qual.map(JSON.object)
            both[Subject.insights.right.key] = insights.playoff.map(JSON.object)
            let generic = GenericBreakdown(
                both, of: .insights, showAll: showsAll, keepsRaw: keepsRaw)
            return generic.isEmpty
                ? generic.with(note: "The insights of this event are empty.") : generic
        }
    }

    /// Whether a description applies to a match or to statistics, whatever its rows show of them.
    ///
    /// - Returns: true where its `applies` holds; false where there is nothing to apply it to.
    package func applies(_ description: Description, to data: TableSource) -> Bool {
        guard let values = values(of: data), description.subject == values.subject else {
            return false
        }
        var pass = RenderPass(values, with: description)
        return pass.applies()
    }

    /// The values that a description is applied to; nil for a match without a breakdown.
    func values(of data: TableSource) -> SidedValues? {
        switch data {
        case .match(let match):
            match.breakdown.map { SidedValues(match, breakdown: $0) }
        case .insights(let insights): SidedValues(insights)
        }
    }

    private func render(
        _ values: SidedValues, with description: Description?, in frame: Frame,
        generic: () -> GenericBreakdown
    ) -> (rendered: RenderedBreakdown, cost: RenderCost) {
        var problems: [String] = []
        var cost = RenderCost.none
        if let description, description.subject == values.subject {
            var pass = RenderPass(values, with: description, keepsRaw: keepsRaw)
            if pass.applies() {
                let tables = pass.tables()
                if !tables.isEmpty {
                    let notes = pass.notes()
                    return (
                        frame.filled(tables: tables, notes: notes, problems: pass.problems),
                        pass.cost
                    )
                }
            }
            problems = pass.problems
            cost = pass.cost
        }
        let generic = generic()
        let tables = generic.rows.isEmpty ? [] : [BreakdownTable(title: nil, rows: generic.rows)]
        return (
            frame.filled(tables: tables, notes: generic.notes, problems: problems, isGeneric: true),
            cost
        )
    }
}

/// The texts around the tables.
private struct Frame {
    let key: String
    let year: Int
    let subject: Subject
    /// The description's title, if there is one.
    let title: String?
    let heading: RenderedBreakdown.Heading
    let retrieval: Retrieval?
    let correction: String?
    let replaces: String?

    init(_ match: Match, title: String?, in context: MatchContext) {
        key = match.key
        year = match.year
        subject = .match
        self.title = title
        retrieval = context.retrieval
        (correction, replaces) = (context.correction, context.replaces)
        let event = context.event
        let name = MatchName(
            level: match.level, set: match.setNumber, match: match.matchNumber, year: match.year,
            playoffType: event?.playoffType)
        heading = RenderedBreakdown.Heading(
            eventKey: match.eventKey, eventName: event?.name, level: match.level.code,
            matchName: name.text, date: event.flatMap { $0.date(of: match.time) },
            time: match.time, red: match.red, blue: match.blue, winner: match.winner,
            redRankingPoints: match.rankingPoints(.red),
            blueRankingPoints: match.rankingPoints(.blue),
            isUnplayed: !match.isPlayed && match.breakdown?.isEmpty != false)
    }

    init(_ insights: EventInsights, title: String?, in context: MatchContext) {
        key = insights.eventKey
        year = insights.year
        subject = .insights
        self.title = title
        let empty = Alliance(teams: [], score: nil)
        retrieval = context.retrieval
        (correction, replaces) = (nil, nil)
        heading = RenderedBreakdown.Heading(
            eventKey: insights.eventKey, eventName: context.event?.name, level: "",
            matchName: "Event Insights", date: context.event.flatMap { $0.date(of: nil) },
            time: nil, red: empty, blue: empty, winner: nil, redRankingPoints: nil,
            blueRankingPoints: nil)
    }

    func filled(
        tables: [BreakdownTable] = [], notes: [String], problems: [String] = [],
        isGeneric: Bool = false
    ) -> RenderedBreakdown {
        let generic = subject == .match ? "\(year) Score Breakdown" : "\(year) Event Insights"
        return RenderedBreakdown(
            key: key, year: year, subject: subject,
            title: isGeneric ? generic : title ?? generic, heading: heading, tables: tables,
            notes: (correction.map { [$0] } ?? []) + notes, problems: problems,
            isGeneric: isGeneric, retrieval: retrieval, correction: correction,
            replaces: replaces)
    }
}
