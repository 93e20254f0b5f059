import JSON
import Text

/// Reads the options of a call; an unknown one is a mistake, because it would be ignored.
enum OptionReading {
    /// Reads a JSON object.
    ///
    /// - Parameters:
    ///   - bytes: the object; no bytes are an empty one.
    static func decode<Options>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (JSONCursor) throws(JSONShapeError) -> Options
    ) throws(Refusal) -> Options {
        let json = try json(bytes)
        do throws(JSONShapeError) {
            return try body(JSONCursor(json))
        } catch {
            throw Refusal(.invalidOptions, "options: \(error)")
        }
    }

    /// The options of a call; no bytes are an empty object.
    static func json(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> JSON {
        if bytes.isEmpty { return .object(JSONObject()) }
        do throws(JSONError) {
            return try JSON.parse(Array(bytes), limits: WebLimits.options)
        } catch {
            throw Refusal(.invalidOptions, "options: \(error)")
        }
    }

    /// The member, or nil if it is absent or null.
    static func optional(
        _ key: String, of cursor: JSONCursor
    ) throws(JSONShapeError) -> JSONCursor? {
        guard let member = try cursor.optional(key) else { return nil }
        if case .null = member.value { return nil }
        return member
    }

    /// Refuses every member that has another key.
    static func refuseMembers(
        of cursor: JSONCursor, except keys: [StaticString]
    ) throws(JSONShapeError) {
        for member in try cursor.members() {
            let isKnown = keys.contains { $0.description.hasSameCodePoints(as: member.key) }
            guard isKnown else {
                let known = keys.map { $0.description }
                let nearest = Spelling.nearest(to: member.key, among: known)
                throw JSONShapeError(
                    path: member.cursor.path,
                    problem: nearest.map { "unknown option; did you mean \($0)?" }
                        ?? "unknown option; known options: \(known.joined(separator: ", "))")
            }
        }
    }
}
