import JSON

/// What a table is drawn from: a match, or an event's insights.
public enum TableSource: Sendable {
    /// A match.
    case match(Match)
    /// The statistics of an event.
    case insights(EventInsights)

    /// Reads a match or an event's insights; the keys of the value tell which.
    ///
    /// - Parameters:
    ///   - json: the value in the form of API v3.
    ///   - year: the season, if it should win over the year in the key.
    /// - Throws: ``MatchError`` at the first value of a wrong type.
    public static func decode(_ json: JSON, year: Int? = nil) throws(MatchError) -> TableSource {
        switch Subject(of: json) {
        case .match: .match(try Match.decode(json, year: year))
        case .insights: .insights(try EventInsights.decode(json, year: year))
        }
    }

    /// Reads a season's sample.
    ///
    /// A match names its season; the season of insights is the sample's, because the API's answer may
    /// not name an event.
    ///
    /// - Parameters:
    ///   - json: the value in the form of API v3.
    /// - Throws: ``MatchError`` at the first value of a wrong type.
    package static func decodeSample(_ json: JSON, of year: Int) throws(MatchError) -> TableSource {
        try decode(json, year: Subject(of: json) == .insights ? year : nil)
    }

    /// What describes it.
    public var subject: Subject {
        switch self {
        case .match: .match
        case .insights: .insights
        }
    }

    /// The key of the match, or of the event.
    public var key: String {
        switch self {
        case .match(let match): match.key
        case .insights(let insights): insights.eventKey
        }
    }

    /// The key of the event.
    public var eventKey: String {
        switch self {
        case .match(let match): match.eventKey
        case .insights(let insights): insights.eventKey
        }
    }

    /// The season.
    public var year: Int {
        switch self {
        case .match(let match): match.year
        case .insights(let insights): insights.year
        }
    }
}

extension Subject {
    /// Tells a match from an event's insights by the keys of a value.
    ///
    /// - Parameter json: any value; insights are an object with `qual` or `playoff`, and no alliances.
    public init(of json: JSON) {
        let hasStatistics = json["qual"] != nil || json["playoff"] != nil
        self = hasStatistics && json["alliances"] == nil ? .insights : .match
    }
}

extension Renderer {
    /// Renders a match or an event's insights.
    public func render(
        _ source: TableSource, with description: Description?,
        in context: MatchContext = .none
    ) -> RenderedBreakdown {
        renderWithCost(source, with: description, in: context).rendered
    }

    /// Renders a match or an event's insights, and returns the cost.
    func renderWithCost(
        _ source: TableSource, with description: Description?,
        in context: MatchContext = .none
    ) -> (rendered: RenderedBreakdown, cost: RenderCost) {
        switch source {
        case .match(let match): renderWithCost(match, with: description, in: context)
        case .insights(let insights): renderWithCost(insights, with: description, in: context)
        }
    }
}

/// Why a JSON value is not a match, or not an event's insights.
public indirect enum MatchError: Error, Equatable, CustomStringConvertible {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What was expected and found at a path of the subject.
    case refused(subject: String, JSONPath, problem: String)

    /// What was being read: `match` or `insights`.
    public var subject: String {
        switch self {
        case .refused(let subject, _, _): subject
        }
    }

    /// The path to the wrong value.
    public var path: JSONPath {
        switch self {
        case .refused(_, let path, _): path
        }
    }

    /// What was expected and what was found.
    public var problem: String {
        switch self {
        case .refused(_, _, let problem): problem
        }
    }

    init(subject: String = "match", path: JSONPath, problem: String) {
        self = .refused(subject: subject, path, problem: problem)
    }

    /// `match.alliances.red.score: expected an integer, found "12"`.
    public var description: String {
        path.steps.isEmpty ? "\(subject): \(problem)" : "\(subject).\(path): \(problem)"
    }
}
