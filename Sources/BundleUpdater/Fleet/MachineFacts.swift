import BundleFormat
import JSON
import SeasonClient
import TUF

/// What a machine reports about itself: the parts of `status --json` that a person compares between machines.
///
/// Times are as the machine wrote them: `2026-11-21T02:30:00Z`.
package struct MachineFacts {
    /// In the word of `status`: `fresh`, `unconfigured`, `unknown`, `stale`, `expired`, `broken`.
    package let freshness: String
    /// How serious `status` is on that machine.
    package let severity: Severity
    /// The time since when it is stale or expired.
    package let staleSince: String?
    /// The time since when a person holds everything as it is.
    package let heldSince: String?
    /// The trouble, in the words of that machine.
    package let problem: String?
    /// What speaks against its clock, in the words of that machine.
    package let clock: String?
    /// The version of its agent; nil if it does not say it.
    package let agentVersion: String?
    /// Its seasons, in the order of the years.
    package let years: [Year]

    package struct Year {
        package let year: BundleYear
        /// What it serves; nil for nothing.
        package let version: ContentVersion?
        /// The time when the repository began to offer that version, or when it was embedded.
        package let published: String?
        /// `pinned` or `rolled-back`, if a person chose for this year.
        package let choice: String?
        /// Why a newer version is not served, in the words of that machine.
        package let heldBack: String?
    }

    /// The most bytes of an answer, which may be anything: a thousand seasons with their reasons.
    package static let answerBytesMax = 1 << 20
    /// The most years of an answer; no machine has more seasons.
    private static let yearsMax = 1_100
    /// The most characters of a sentence.
    fileprivate static let sentenceMax = 500

    /// Reads what `status --json` prints (docs/status.schema.json).
    ///
    /// Unknown members are ignored, because later versions add some.
    ///
    /// - Throws: `JSONError` or `JSONShapeError` if it is something else.
    package init(statusJSON bytes: [UInt8]) throws {
        let json = try JSON.parse(bytes, limits: JSONLimits(lengthBytesMax: Self.answerBytesMax))
        let cursor = JSONCursor(json)
        _ = try cursor.member("schema").integer(in: 1...1)
        let word = try cursor.member("freshness")
        freshness = try word.string()
        guard let severity = Freshness.severity(ofWord: freshness) else {
            throw word.mismatch("a word of 'bundle-agent status'")
        }
        self.severity = severity
        let years = try cursor.member("years").elements()
        guard years.count <= Self.yearsMax else {
            throw cursor.mismatch("at most \(Self.yearsMax) years")
        }
        staleSince = try cursor.moment("staleSince")
        heldSince = try cursor.moment("heldSince")
        problem = try cursor.sentence("problem")
        clock = try cursor.sentence("clock")
        agentVersion = try cursor.sentence("agentVersion")
        self.years = try years.map { try Year($0) }.sorted { $0.year < $1.year }
    }
}

extension MachineFacts.Year {
    fileprivate init(_ cursor: JSONCursor) throws(JSONShapeError) {
        let number = try cursor.member("year")
        guard let year = BundleYear(Int(try number.integer(in: 1992...2999))) else {
            throw number.mismatch("a year from 1992 to 2999")
        }
        self.year = year
        version = try cursor.sentence("version", "64 lower-case hex digits") { ContentVersion($0) }
        published = try cursor.moment("published")
        choice = try cursor.sentence("choice")
        heldBack = try cursor.sentence("heldBack")
    }
}

extension JSONCursor {
    /// The text of a member, cut to a line's length; nil for null, or if there is no such member.
    fileprivate func sentence(_ key: String) throws(JSONShapeError) -> String? {
        try sentence(key, "") { $0 }
    }

    /// The time of a member; nil for null, or if there is no such member.
    fileprivate func moment(_ key: String) throws(JSONShapeError) -> String? {
        try sentence(key, "a time as 2026-11-21T02:30:00Z") { UTCTime($0)?.description }
    }

    fileprivate func sentence<Value>(
        _ key: String, _ expected: String, _ make: (String) -> Value?
    ) throws(JSONShapeError) -> Value? {
        guard let member = try optional(key), member.value != .null else { return nil }
        let text = String(try member.string().prefix(MachineFacts.sentenceMax))
        guard let value = make(text) else { throw member.mismatch(expected) }
        return value
    }
}
