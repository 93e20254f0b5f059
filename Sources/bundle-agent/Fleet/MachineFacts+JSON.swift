import BundleFormat
import JSON
import TUF
import UpdatePolicy

/// Limits of another machine's answer, which may be anything.
package enum FleetLimits {
    /// The most bytes of an answer: a thousand seasons with their reasons.
    package static let answerBytesMax = 1 << 20
    /// The most years of an answer; no machine has more seasons.
    static let yearsMax = 1_100
    /// The most characters of a sentence.
    static let sentenceMax = 500
}

extension MachineFacts {
    /// Reads what `status --json` prints (docs/status.schema.json).
    ///
    /// Unknown members are ignored, because later versions add some.
    ///
    /// - Throws: `JSONError` or `JSONShapeError` if it is something else.
    package init(statusJSON bytes: [UInt8]) throws {
        let json = try JSON.parse(
            bytes, limits: JSONLimits(lengthBytesMax: FleetLimits.answerBytesMax))
        let cursor = JSONCursor(json)
        _ = try cursor.member("schema").integer(in: 1...1)
        let freshness = try cursor.member("freshness")
        let word = try freshness.string()
        guard Freshness.exitStatus(ofWord: word) != nil else {
            throw freshness.mismatch("a word of 'bundle-agent status'")
        }
        let years = try cursor.member("years").elements()
        guard years.count <= FleetLimits.yearsMax else {
            throw cursor.mismatch("at most \(FleetLimits.yearsMax) years")
        }
        self.init(
            freshness: word,
            staleSinceUnixSeconds: try cursor.moment("staleSince"),
            heldSinceUnixSeconds: try cursor.moment("heldSince"),
            problem: try cursor.sentence("problem"),
            agentVersion: try cursor.sentence("agentVersion"),
            years: try years.map { try Year($0) }.sorted { $0.year < $1.year })
    }
}

extension MachineFacts.Year {
    fileprivate init(_ cursor: JSONCursor) throws(JSONShapeError) {
        let number = try cursor.member("year")
        guard let year = BundleYear(Int(try number.integer(in: 1992...2999))) else {
            throw number.mismatch("a year from 1992 to 2999")
        }
        var version: ContentVersion?
        if let hex = try cursor.sentence("version") {
            guard let known = ContentVersion(hex) else {
                throw try cursor.member("version").mismatch("64 lower-case hex digits")
            }
            version = known
        }
        self.init(
            year: year, version: version, publishedUnixSeconds: try cursor.moment("published"),
            choice: try cursor.sentence("choice"), heldBack: try cursor.sentence("heldBack"))
    }
}

extension JSONCursor {
    /// The text of a member, cut to a line's length; nil for null, or if there is no such member.
    fileprivate func sentence(_ key: String) throws(JSONShapeError) -> String? {
        guard let member = try optional(key), member.value != .null else { return nil }
        return String(try member.string().prefix(FleetLimits.sentenceMax))
    }

    /// The time of a member; nil for null, or if there is no such member.
    fileprivate func moment(_ key: String) throws(JSONShapeError) -> Int64? {
        guard let text = try sentence(key) else { return nil }
        guard let moment = UTCTime(text) else {
            throw try member(key).mismatch("a time as 2026-11-21T02:30:00Z")
        }
        return moment.unixSeconds
    }
}
