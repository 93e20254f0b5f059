import CEL
import JSON
import Text

/// The matches, events and schedules in a value that is something else: a webhook's message, an answer of FIRST's API,
/// a dump by keys, or JSON that was put into a text.
struct WrappedParts {
    /// Matches, insights and bare score breakdowns.
    private(set) var matches: [JSON] = []
    private(set) var events: [JSON] = []
    /// Entries of FIRST's schedule.
    private(set) var schedule: [JSON] = []

    var isEmpty: Bool { matches.isEmpty && events.isEmpty && schedule.isEmpty }

    /// Lists and objects around a match: a webhook has two.
    private static let depthMax = 6

    /// Finds them; what is neither of these, and has none in it, adds nothing.
    mutating func find(in json: JSON, depth: Int = 0) {
        switch json {
        case .array(let elements): for element in elements { find(in: element, depth: depth + 1) }
        case .object(let object): find(in: object, json, depth)
        case .string(let text) where text.hasStart("{") || text.hasStart("["):
            guard depth < Self.depthMax,
                let inner = try? JSON.parse(Array(text.utf8), limits: .match)
            else { break }
            find(in: inner, depth: depth + 1)
        default: break
        }
    }
}

extension WrappedParts {
    private mutating func find(in object: JSONObject, _ json: JSON, _ depth: Int) {
        if Self.isMatch(object, json) {
            matches.append(json)
            return
        }
        if FirstSchedule.isEntry(json) {
            schedule.append(json)
            return
        }
        if EventFacts.looksLike(json) { events.append(json) }
        guard depth < Self.depthMax else { return }
        for member in object.members {
            let isBreakdown = member.key.hasSameCodePoints(as: "score_breakdown")
            if isBreakdown, object["key"] == nil, member.value.objectValue != nil {
                matches.append(member.value)
            } else {
                find(in: member.value, depth: depth + 1)
            }
        }
    }

    private static func isMatch(_ object: JSONObject, _ json: JSON) -> Bool {
        if object["alliances"]?.objectValue != nil { return true }
        if object["key"]?.stringValue != nil, object["score_breakdown"] != nil { return true }
        if object["qual"]?.objectValue != nil || object["playoff"]?.objectValue != nil {
            return true
        }
        return FirstScores(json) != nil
    }
}
