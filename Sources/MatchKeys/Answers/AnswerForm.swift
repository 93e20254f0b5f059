import JSON

/// Tells the API's own answers from those of others, such as a page to sign in to a network.
///
/// Anything may answer with any status; only the API knows its forms.
enum AnswerForm {
    /// Why a body is not the API's answer for a resource.
    ///
    /// - Parameters:
    ///   - body: the body of an answer with status 200.
    /// - Returns: what it is instead; nil if it has the form.
    static func problem(_ body: [UInt8], of resource: Resource) -> String? {
        guard let json = try? JSON.parse(body, limits: AnswerLimits.answer) else {
            return "it sent no JSON"
        }
        return fits(json, resource)
            ? nil : "it sent \(json.kind) instead of \(words(resource))"
    }

    /// Whether a body is `{"Error": "…"}`, the API's own form.
    static func isError(_ body: [UInt8]) -> Bool {
        let limits = JSONLimits(lengthBytesMax: AnswerLimits.errorBytesMax, valuesMax: 100)
        return (try? JSON.parse(body, limits: limits))?["Error"]?.stringValue != nil
    }

    private static func fits(_ json: JSON, _ resource: Resource) -> Bool {
        switch resource {
        case .match(let key):
            return json["key"]?.stringValue == key.description && json["alliances"] != nil
        // An event has several keys, and answers with one of them.
        case .event: return json["key"]?.stringValue != nil && json["event_code"] != nil
        case .matches, .events:
            guard let list = json.arrayValue else { return false }
            // One that cannot be read spoils only itself.
            return list.isEmpty || list.contains { $0["key"]?.stringValue != nil }
        case .insights:
            return json == .null || json["qual"] != nil || json["playoff"] != nil
                || json.objectValue?.isEmpty == true
        case .eventKeys:
            return json.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
        case .status:
            return ["current_season", "is_datafeed_down", "down_events"].contains {
                json[$0] != nil
            }
        }
    }

    private static func words(_ resource: Resource) -> String {
        switch resource {
        case .match(let key): "the match \(key)"
        case .event: "an event"
        case .matches: "a list of matches"
        case .insights: "insights"
        case .events, .eventKeys: "a list of events"
        case .status: "its status"
        }
    }
}
