import JSON

/// The statistics of an event as The Blue Alliance's API v3 has them: qualification and playoffs.
public struct EventInsights: Sendable {
    /// The event's key, `2018nyny`; the year if the data does not name the event.
    public let eventKey: String
    /// The season.
    public let year: Int
    /// The statistics of the qualification; nil if there are none.
    public let qual: JSONObject?
    /// The statistics of the playoffs; nil if there are none.
    public let playoff: JSONObject?

    /// Reads insights.
    ///
    /// The API's answer does not say which event it is about. If nothing else does, the key of the
    /// match with the highest score tells it.
    ///
    /// - Parameters:
    ///   - json: the statistics; may carry the event's key as `key` or `event_key`.
    ///   - year: the season, where it is known.
    ///   - eventKey: the event's key, where it is known.
    /// - Throws: ``MatchError`` if the form is another, or nothing tells the season.
    public static func decode(
        _ json: JSON, year: Int? = nil, eventKey: String? = nil
    ) throws(MatchError) -> EventInsights {
        do throws(JSONShapeError) {
            let object = try JSONCursor(json).object()
            let qual = try statistics("qual", of: object)
            let playoff = try statistics("playoff", of: object)
            let key =
                eventKey ?? named(object) ?? qual.flatMap(mentioned) ?? playoff.flatMap(mentioned)
            guard let year = year ?? key.flatMap(season) else {
                throw JSONShapeError(
                    path: .root, problem: "expected an event's key or a match's, found none")
            }
            return EventInsights(
                eventKey: key ?? String(year), year: year, qual: qual, playoff: playoff)
        } catch {
            throw MatchError(subject: "insights", path: error.path, problem: error.problem)
        }
    }

    private static func statistics(
        _ key: String, of object: JSONObject
    ) throws(JSONShapeError) -> JSONObject? {
        switch object[key] {
        case nil, .null?: return nil
        case .object(let statistics)?: return statistics
        case let other?:
            throw JSONCursor(other, path: JSONPath.root.member(key)).mismatch("an object or null")
        }
    }

    private static func named(_ object: JSONObject) -> String? {
        let key = object["event_key"]?.stringValue ?? object["key"]?.stringValue
        return key.flatMap { $0.utf8.count <= RenderLimits.keyBytesMax ? $0 : nil }
    }

    /// The event of the first match that is mentioned: `[94, "2019nyny_qm37", "Q37"]`.
    private static func mentioned(_ statistics: JSONObject) -> String? {
        for member in statistics.members {
            guard case .array(let elements) = member.value else { continue }
            for case .string(let text) in elements.prefix(3)
            where text.utf8.count <= RenderLimits.keyBytesMax {
                guard let end = text.utf8.firstIndex(of: UInt8(ascii: "_")), season(of: text) != nil
                else { continue }
                return String(text[..<end])
            }
        }
        return nil
    }

    private static func season(of key: String) -> Int? {
        let digits = key.utf8.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(String(Substring(digits))).flatMap { $0 >= 1000 ? Int($0) : nil }
    }
}
