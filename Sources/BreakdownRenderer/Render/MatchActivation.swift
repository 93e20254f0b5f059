import CEL
import JSON

/// The values that expressions about one match may read.
struct MatchValues {
    let match: Value
    let breakdown: Value
    let red: JSONObject
    let blue: JSONObject

    fileprivate let redValue: Value
    fileprivate let blueValue: Value
    fileprivate let redTeams: Value
    fileprivate let blueTeams: Value

    /// Takes a match with a breakdown; a side that is absent or null is an empty object.
    init(_ match: Match, breakdown: JSONObject) {
        self.match = Value(json: .object(match.json))
        self.breakdown = Value(json: .object(breakdown))
        red = breakdown["red"]?.objectValue ?? JSONObject()
        blue = breakdown["blue"]?.objectValue ?? JSONObject()
        redValue = Value(json: .object(red))
        blueValue = Value(json: .object(blue))
        redTeams = Value(json: .array(match.red.teams.map(JSON.string)))
        blueTeams = Value(json: .array(match.blue.teams.map(JSON.string)))
    }

    /// The breakdown of one side.
    func object(_ side: Side) -> JSONObject { side == .red ? red : blue }
}

/// Where expressions find their names: the match, and the item and side that are being rendered.
///
/// A class, so that each of a match's hundred evaluations passes a reference instead of a copy.
final class MatchActivation: Activation {
    private let values: MatchValues?
    /// The element of `each`, in rows that have it.
    var item: Value?
    /// The side whose cell is being filled; nil outside of cells.
    var side: Side?

    /// Makes an activation for a match, or, without values, for keys.
    init(values: MatchValues?, item: Value? = nil) {
        self.values = values
        self.item = item
    }

    func resolve(_ name: String) -> Value? {
        if name == "item" { return item }
        guard let values else { return nil }
        switch name {
        case "red": return values.redValue
        case "blue": return values.blueValue
        case "match": return values.match
        case "breakdown": return values.breakdown
        default: break
        }
        guard let side else { return nil }
        switch name {
        case "alliance": return side == .red ? values.redValue : values.blueValue
        case "opponent": return side == .red ? values.blueValue : values.redValue
        case "teams": return side == .red ? values.redTeams : values.blueTeams
        case "side": return .string(side.rawValue)
        default: return nil
        }
    }
}
