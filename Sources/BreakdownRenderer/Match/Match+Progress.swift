import CEL
import JSON

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
    package var expectedSecond: Int64? { second("predicted_time") ?? scheduledSecond }

    /// Seconds since 1970 when the schedule has it, if known.
    package var scheduledSecond: Int64? { second("time") }

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
