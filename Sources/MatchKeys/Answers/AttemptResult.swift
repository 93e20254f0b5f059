import HTTPRules
import JSON
import Text

/// What one attempt to get an answer came to.
package enum AttemptResult: Equatable {
    /// A new body came.
    case fresh(entityTag: String?, freshSeconds: Int64)
    /// The stored body is still current.
    case unchanged(freshSeconds: Int64?)
    /// The server says that it does not have the resource.
    case absent
    /// The server does not accept the key.
    case keyRefused
    /// Any other trouble; with whether to try again, and the wait that the server asks for.
    case trouble(SourceTrouble, canRetry: Bool, retryAfterSeconds: Int = 0)

    /// Decides from an answer.
    ///
    /// - Parameters:
    ///   - target: where a redirect leads, if that is known.
    ///   - header: the value of a header line by its name in lower case.
    package init(
        status: Int, body: [UInt8], target: String = "", of resource: Resource, hasStored: Bool,
        header: (String) -> String?
    ) {
        switch status {
        case 200:
            if let problem = AnswerForm.problem(body, of: resource) {
                self = .trouble(.strange(problem), canRetry: false)
            } else {
                self = .fresh(
                    entityTag: Self.entityTag(header("etag")),
                    freshSeconds: Self.maxAge(header) ?? AnswerLimits.freshSeconds)
            }
        // A bare 304 says nothing more; then the stored times stay.
        case 304 where hasStored: self = .unchanged(freshSeconds: Self.maxAge(header))
        case 300..<400:
            self = .trouble(
                .strange(target.isEmpty ? "it redirects elsewhere" : "it redirects to \(target)"),
                canRetry: false)
        case 401 where AnswerForm.isError(body): self = .keyRefused
        case 404 where AnswerForm.isError(body): self = .absent
        case 401, 404:
            self = .trouble(
                .strange("status \(status), but not in the API's form"), canRetry: false)
        case let status where TemporaryStatus.all.contains(status):
            let seconds =
                TemporaryStatus.seconds(retryAfter: header("retry-after"), date: header("date"))
                ?? 0
            self = .trouble(
                seconds > AnswerLimits.retryAfterSecondsMax
                    ? .wait(seconds: seconds) : .status(status),
                canRetry: true, retryAfterSeconds: seconds)
        default: self = .trouble(.status(status), canRetry: false)
        }
    }

    /// A tag that may stand in a header line.
    private static func entityTag(_ tag: String?) -> String? {
        guard let tag, (1...AnswerLimits.entityTagBytesMax).contains(tag.utf8.count),
            tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return tag
    }

    /// `max-age` of Cache-Control (RFC 9111 §5.2); nil if the server does not say.
    private static func maxAge(_ header: (String) -> String?) -> Int64? {
        guard let bytes = header("cache-control")?.utf8.map({ smallLetter($0) }) else { return nil }
        let name = "max-age=".utf8
        for directive in bytes.split(whereSeparator: { [0x20, 0x2C].contains($0) })
        where directive.starts(with: name) {
            let digits = directive.dropFirst(name.count)
            guard (1...9).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
            let seconds = digits.reduce(0) { 10 * $0 + Int64($1 - 0x30) }
            return min(seconds, AnswerLimits.freshSecondsMax)
        }
        return nil
    }
}

extension Resource {
    /// How long an answer of The Blue Alliance counts as fresh: the server's time, but at least its usual one.
    package func freshSeconds(_ told: Int64) -> Int64 {
        switch self {
        case .event, .events: max(told, AnswerLimits.eventFreshSeconds)
        default: max(told, AnswerLimits.freshSeconds)
        }
    }
}

extension SourceTrouble {
    /// The wait that the server asks for; 0 if it asks for none.
    package var retryAfterSeconds: Int64 {
        if case .wait(let seconds) = self { Int64(seconds) } else { 0 }
    }
}

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
