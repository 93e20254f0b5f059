import JSON

/// One match as The Blue Alliance's API v3 has it: the teams, the result, and the breakdown.
///
/// An absent member is nil; a wrong type was refused, except in the breakdown. The whole object stays available in ``json``
/// for descriptions.
public struct Match: Sendable {
    /// The match's key: `2018necmp_qm4`.
    public let key: String
    /// The event's key: `2018necmp`.
    public let eventKey: String
    /// The season.
    public let year: Int
    /// The round of the event, if it is a known one.
    public let level: MatchLevel
    /// The set within a playoff round, from 1.
    public let setNumber: Int?
    /// The match within the set, or within the qualification, from 1.
    public let matchNumber: Int?
    /// The red alliance.
    public let red: Alliance
    /// The blue alliance.
    public let blue: Alliance
    /// The winner; nil for a tie, for a match without a winner and before it was played.
    public let winner: Side?
    /// When it was or will be played, if known.
    public let time: MatchTime?
    /// The score breakdown; nil if none was published, or it has another form.
    public let breakdown: JSONObject?
    /// Why there is no breakdown, if something else stands in its place: the teams and the score do
    /// not depend on it.
    public let breakdownError: MatchError?
    /// The match as it came.
    public let json: JSONObject

    /// The alliance on one side.
    public func alliance(_ side: Side) -> Alliance { side == .red ? red : blue }

    /// The ranking points of one side, where the breakdown tells them.
    ///
    /// - Returns: FIRST's `rp`, or the number that The Blue Alliance computed before FIRST did.
    public func rankingPoints(_ side: Side) -> Int64? {
        let object = breakdown?[side.rawValue]
        return (object?["rp"] ?? object?["tba_rpEarned"])?.integerValue
    }
}

/// One of the two alliances of a match.
public enum Side: String, Sendable, CaseIterable {
    case red, blue

    /// The other one.
    public var opponent: Side { self == .red ? .blue : .red }
}

/// The teams on one side, in the order of their robots, and their score.
public struct Alliance: Equatable, Sendable {
    /// Team numbers as text, robot 1 first: `254`, `9971B`.
    public let teams: [String]
    /// The points; nil before the match was played.
    public let score: Int64?
    /// The teams among ``teams`` that were disqualified in this match.
    public internal(set) var disqualified: [String] = []
    /// The teams among ``teams`` for whom this match does not count, because they play one more than the others.
    public internal(set) var surrogates: [String] = []
}
