import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// The publisher's record in signed metadata: the lines, the contents that were given, and the commit they are of.
///
/// It is the file of the target `record.json`, which machines do not fetch. Publishers compare it with their checkout
/// before they sign (docs/adr/0019-decisions.md).
package struct SignedRecord: Equatable, Sendable {
    /// The decisions that were signed, without their reasons.
    package var decisions = Decisions([])
    /// The contents that the publish was given, before lines replaced or recalled any.
    package var given: [BundleYear: StoredZip] = [:]
    /// The commit of the given contents; nil if it was not known.
    package var commit: CheckoutCommit?
    /// The contents that each season showed before the present one, newest first.
    package var offered: [BundleYear: [OfferedContent]] = [:]

    /// Earlier contents that are kept of a season: rollbacks go back by one or two.
    static let offeredMax = 8

    package init() {}

    init?(_ bytes: [UInt8]) {
        let limits = JSONLimits(
            lengthBytesMax: RecordedContents.lengthBytesMax, depthMax: RecordedContents.depthMax)
        guard let json = try? JSON.parse(bytes, limits: limits),
            let record = try? Self.decode(JSONCursor(json))
        else { return nil }
        self = record
    }

    private static func decode(_ cursor: JSONCursor) throws(JSONShapeError) -> SignedRecord {
        var record = SignedRecord()
        record.commit = try cursor.optional("commit").map { (commit) throws(JSONShapeError) in
            try CheckoutCommit(commit)
        }
        let contents = try RecordedContents(cursor)
        (record.given, record.offered) = (contents.given, contents.offered)
        let lines = try cursor.member("lines").elements().map { (line) throws(JSONShapeError) in
            guard let read = DecisionLine(text: try line.string()) else {
                throw line.mismatch("a decision")
            }
            return read
        }
        guard lines.count <= DecisionsFile.linesMax else {
            throw cursor.mismatch("at most \(DecisionsFile.linesMax) lines")
        }
        record.decisions = Decisions(lines)
        return record
    }

    /// The file; the same record gives the same bytes.
    func encoded() -> [UInt8] {
        var members = JSONObject()
        if let commit { members["commit"] = commit.json }
        members["given"] = Self.byYear(given.mapValues { .object($0.members) })
        members["lines"] = .array(decisions.lines.map { .string($0.text) })
        members["offered"] = Self.byYear(offered.mapValues { .array($0.map(\.json)) })
        return JSON.object(members).serialized()
    }

    private static func byYear(_ values: [BundleYear: JSON]) -> JSON {
        var members = JSONObject()
        for (year, value) in values.inOrder { members["\(year)"] = value }
        return .object(members)
    }
}

extension DecisionLine {
    /// Reads a line as ``text`` gives it; nil for everything else.
    init?(text: String) {
        guard let source = try? SourceText(path: "", bytes: Array(text.utf8)),
            source.lines.count == 1,
            let read = try? DecisionLineReader(
                source: source, now: UTCTime(unixSeconds: .max / 2)
            ).read(1),
            read.line.text == text
        else { return nil }
        self = read.line
    }
}
