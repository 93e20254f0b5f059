import JSON

/// The contents that a repository has recalled, and the years that it has withdrawn.
///
/// Signed metadata has the complete list: what newer metadata does not list is lifted. It is the `custom` member of
/// the target ``targetPath``, so machines read it without fetching a file (docs/FORMAT.md).
public struct RecallList: Equatable, Sendable {
    /// The contents that no machine may serve, by year.
    public var recalled: [BundleYear: Set<ContentVersion>]
    /// The years whose content was taken back without a replacement: machines show the content inside the program.
    public var withdrawn: Set<BundleYear>

    /// The path of the target that carries the list: the publisher's record, which machines do not fetch.
    public static let targetPath = "record.json"
    /// Recalled contents of one year: older ones have left every disk by then.
    public static let versionsOfYearMax = 64
    /// Recalled contents of all years: the publisher has as many decisions at most.
    public static let versionsMax = 1_000

    /// Makes a list; without arguments nothing is recalled.
    public init(
        recalled: [BundleYear: Set<ContentVersion>] = [:], withdrawn: Set<BundleYear> = []
    ) {
        self.recalled = recalled
        self.withdrawn = withdrawn
    }

    /// Reads the `custom` member of the target, without members that this build does not know; none recalls nothing.
    public init(_ custom: JSON?) throws(BundleFormatError) {
        self.init()
        guard let custom else { return }
        self = try decoding(Self.targetPath) { () throws(JSONShapeError) in
            try Self.read(JSONCursor(custom))
        }
    }

    private static func read(_ cursor: JSONCursor) throws(JSONShapeError) -> RecallList {
        var list = RecallList()
        var count = 0
        for (year, member) in try cursor.optional("recalled")?.years() ?? [] {
            let versions = try member.elements()
            count += versions.count
            guard versions.count <= versionsOfYearMax, count <= versionsMax else {
                throw member.mismatch(
                    "at most \(versionsOfYearMax) versions, and \(versionsMax) of all years")
            }
            // A year without recalls is as if it were not there.
            guard !versions.isEmpty else { continue }
            list.recalled[year] = Set(
                try versions.map { (version) throws(JSONShapeError) in try version.contentVersion()
                })
        }
        for element in try cursor.optional("withdrawn")?.elements() ?? [] {
            list.withdrawn.insert(try element.year())
        }
        return list
    }

    /// The member in the form that is signed: sorted, without empty members.
    public var json: JSON {
        var members = JSONObject()
        let listed = recalled.filter { !$0.value.isEmpty }.inOrder
        if !listed.isEmpty {
            var years = JSONObject()
            for (year, versions) in listed {
                years["\(year)"] = .array(versions.map { $0.hex }.sorted().map { .string($0) })
            }
            members["recalled"] = .object(years)
        }
        if !withdrawn.isEmpty {
            members["withdrawn"] = .array(withdrawn.sorted().map { .integer(Int64($0.number)) })
        }
        return .object(members)
    }
}
