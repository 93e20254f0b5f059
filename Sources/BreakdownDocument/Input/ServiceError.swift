import CodePoints
import JSON

/// The answer that The Blue Alliance gives instead of a match: `{"Error": "…"}`.
package struct ServiceError: CustomStringConvertible {
    private let text: String

    /// Recognises the answer.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    package init?(_ json: JSON) {
        guard json["key"] == nil, let text = json["Error"]?.stringValue else { return nil }
        self.text = text
    }

    /// What happened, and what to do.
    package var description: String {
        "The Blue Alliance answered with an error instead of a match: \(text); \(remedy)"
    }

    private var remedy: String {
        if text.hasPart("X-TBA-Auth-Key") {
            return "send a read key; https://www.thebluealliance.com/account makes one"
        }
        if text.hasPart("exist") || text.hasPart("not a valid") {
            return "correct the key: matches have keys such as 2024necmp_f1m1"
        }
        return "see https://www.thebluealliance.com/apidocs"
    }
}
