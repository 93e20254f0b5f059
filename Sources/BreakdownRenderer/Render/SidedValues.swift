import CEL
import JSON

/// The values that expressions about one match, or one event, may read.
///
/// A class, so that an expression that reads one of them copies a reference and not everything.
final class SidedValues {
    let subject: Subject
    /// The object of the left column; nil if there is none.
    let left: JSONObject?
    /// The object of the right column; nil if there is none.
    let right: JSONObject?

    private let leftValue: Value
    private let rightValue: Value
    private let match: Value
    private let breakdown: Value
    private let leftTeams: Value
    private let rightTeams: Value

    init(_ match: Match, breakdown: JSONObject) {
        subject = .match
        left = breakdown["red"]?.objectValue
        right = breakdown["blue"]?.objectValue
        leftValue = Value(json: .object(left ?? JSONObject()))
        rightValue = Value(json: .object(right ?? JSONObject()))
        self.match = Value(json: .object(match.json))
        self.breakdown = Value(json: .object(breakdown))
        leftTeams = Value(json: .array(match.red.teams.map(JSON.string)))
        rightTeams = Value(json: .array(match.blue.teams.map(JSON.string)))
    }

    /// Makes the values of an event's statistics.
    init(_ insights: EventInsights) {
        subject = .insights
        left = insights.qual
        right = insights.playoff
        leftValue = Value(json: .object(left ?? JSONObject()))
        rightValue = Value(json: .object(right ?? JSONObject()))
        (match, breakdown, leftTeams, rightTeams) = (.null, .null, .null, .null)
    }

    func object(_ side: Side) -> JSONObject? { side == .red ? left : right }

    /// Whether a key exists.
    ///
    /// For a match the red alliance decides for both, as on The Blue Alliance's site. For
    /// statistics one of the two halves is enough, because they are computed separately.
    func isPresent(_ path: DottedPath) -> Bool {
        if let left, path.isPresent(in: left) { return true }
        guard subject == .insights, let right else { return false }
        return path.isPresent(in: right)
    }
}

extension SidedValues {
    /// The value of a name, in a cell of `side` or, if that is nil, outside of cells.
    ///
    /// - Returns: the value; nil if this data has no such name.
    func value(of number: Int, _ side: Side?) -> Value? {
        switch number {
        case VariableNumber.match: return match
        case VariableNumber.breakdown: return breakdown
        case VariableNumber.left: return leftValue
        case VariableNumber.right: return rightValue
        default: break
        }
        guard let side else { return nil }
        switch number {
        case VariableNumber.own: return side == .red ? leftValue : rightValue
        case VariableNumber.other: return side == .red ? rightValue : leftValue
        case VariableNumber.teams: return side == .red ? leftTeams : rightTeams
        case VariableNumber.side:
            return .string((side == .red ? subject.left : subject.right).key)
        default: return nil
        }
    }
}
