import BundleFormat
import JSON
import TUF

/// The publisher's record in signed metadata: what was decided, what was given, and which states came before.
///
/// It is the file of the target `record.json`, which machines fetch only to find a content that they were told to pin
/// (docs/FORMAT.md).
package struct SignedRecord: Equatable, Sendable {
    /// The versions of the states before this one, newest first; at most ``afterMax``.
    package var after: [Int64] = []
    package var decisions = Decisions()
    /// The contents that the publish was given, before decisions replaced or recalled any.
    package var given: [BundleYear: KnownContent] = [:]
    /// The last content of each season that was removed, with the commit that removed it.
    package var removed: [BundleYear: KnownContent] = [:]
    /// The contents that each season showed before the present one, newest first; at most ``offeredMax``.
    package var offered: [BundleYear: [KnownContent]] = [:]
    /// The contents that decisions name and that are known by nothing else any more.
    package var named: [BundleYear: [KnownContent]] = [:]

    static let afterMax = 64
    /// Earlier contents that are kept of a season: rollbacks go back by one or two.
    static let offeredMax = 8

    package init() {}

    /// Every content of a season that is known, each once.
    package func contents(_ year: BundleYear) -> [KnownContent] {
        let single = [given[year], removed[year]].compactMap { $0 }
        return (single + (offered[year] ?? []) + (named[year] ?? [])).withoutRepeats
    }

    /// Keeps in ``named`` what decisions name and nothing else knows.
    mutating func keepNamed(among known: [BundleYear: [KnownContent]]) {
        named = [:]
        for (year, versions) in decisions.named.inOrder {
            let there = Set(contents(year).map(\.version))
            let kept = (known[year] ?? []).withoutRepeats.filter {
                versions.contains($0.version) && !there.contains($0.version)
            }
            if !kept.isEmpty { named[year] = kept.sorted { $0.version.hex < $1.version.hex } }
        }
    }

    // MARK: - The file

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
        let after = try cursor.member("after")
        record.after = try after.elements().map { (version) throws(JSONShapeError) in
            try version.integer(in: 1 ... .max)
        }
        guard record.after.count <= afterMax,
            zip(record.after, record.after.dropFirst()).allSatisfy(>)
        else { throw after.mismatch("at most \(afterMax) versions, newest first") }
        record.decisions = try Decisions(try cursor.member("decisions"))
        record.given = try byYear(cursor.member("given"))
        record.removed = try byYear(cursor.member("removed"))
        record.offered = try listsByYear(cursor.member("offered"))
        record.named = try listsByYear(cursor.member("named"))
        return record
    }

    private static func byYear(
        _ cursor: JSONCursor
    ) throws(JSONShapeError) -> [BundleYear: KnownContent] {
        var contents: [BundleYear: KnownContent] = [:]
        for (year, content) in try cursor.years() { contents[year] = try KnownContent(content) }
        return contents
    }

    private static func listsByYear(
        _ cursor: JSONCursor
    ) throws(JSONShapeError) -> [BundleYear: [KnownContent]] {
        var lists: [BundleYear: [KnownContent]] = [:]
        for (year, list) in try cursor.years() {
            lists[year] = try list.elements().map { (content) throws(JSONShapeError) in
                try KnownContent(content)
            }
        }
        return lists
    }

    /// The file; the same record gives the same bytes.
    func encoded() -> [UInt8] {
        let json: JSON = [
            "after": .array(after.map { .integer($0) }), "decisions": decisions.json,
            "given": Self.json(given.mapValues(\.json)),
            "named": Self.json(named.mapValues { .array($0.map(\.json)) }),
            "offered": Self.json(offered.mapValues { .array($0.map(\.json)) }),
            "removed": Self.json(removed.mapValues(\.json)),
        ]
        return json.serialized()
    }

    private static func json(_ values: [BundleYear: JSON]) -> JSON {
        var members = JSONObject()
        for (year, value) in values.inOrder { members["\(year)"] = value }
        return .object(members)
    }
}
