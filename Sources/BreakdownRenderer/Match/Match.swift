import CEL
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
public struct Alliance: Hashable, Sendable {
    /// Team numbers as text, robot 1 first: `254`, `9971B`.
    public let teams: [String]
    /// The points; nil before the match was played.
    public let score: Int64?
    /// The teams among ``teams`` that were disqualified in this match.
    public internal(set) var disqualified: [String] = []
    /// The teams among ``teams`` for whom this match does not count, because they play one more than the others.
    public internal(set) var surrogates: [String] = []
    /// Whether the data says that the teams are not known.
    package internal(set) var hasUnknownTeams = false
}

/// How far a match is; no single field decides it against the others.
extension Match {
    /// Whether both scores are known; they are absent, or negative, before a match is played.
    public var hasScore: Bool { red.score != nil && blue.score != nil }

    /// Whether anything in the data says that it was played: a score, a winner, the time of its start or of its
    /// result, or points in its breakdown.
    ///
    /// A breakdown without points says nothing: a match that was not played may have one.
    public var isPlayed: Bool {
        red.score != nil || blue.score != nil || winner != nil || playedSecond != nil || hasPoints
    }

    /// Whether something can be shown as its result: a score, or points in its breakdown.
    package var hasResult: Bool { hasScore || hasPoints }

    /// Seconds since 1970 when it was started, else when its result was shown; nil before it was played.
    package var playedSecond: Int64? { second("actual_time") ?? second("post_result_time") }

    /// Seconds since 1970 when it is expected: by the prediction, else by the schedule; nil if neither is known.
    var expectedSecond: Int64? { second("predicted_time") ?? scheduledSecond }

    /// Seconds since 1970 when the schedule has it, if known.
    var scheduledSecond: Int64? { second("time") }

    private func second(_ member: String) -> Int64? {
        guard case .integer(let second)? = json[member], second > 0 else { return nil }
        return second
    }

    /// Whether the breakdown of an alliance counts points: `totalPoints`, `foul_points` above or below zero.
    private var hasPoints: Bool {
        guard let breakdown else { return false }
        return Side.allCases.contains { side in
            guard case .object(let object)? = breakdown[side.rawValue] else { return false }
            return object.members.contains { member in
                guard member.key.hasEnd("Points") || member.key.hasEnd("_points") else {
                    return false
                }
                return switch member.value {
                case .integer(let points): points != 0
                case .double(let points): points != 0
                default: false
                }
            }
        }
    }
}
