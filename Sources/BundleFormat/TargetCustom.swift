import JSON

/// What signed metadata says of a bundle beside its length and hashes: enough to decide without fetching.
public struct TargetCustom: Equatable, Sendable {
    /// The season.
    public let year: BundleYear
    /// Which content.
    public let version: ContentVersion
    /// What a renderer must understand.
    public let format: Int
    /// When this content became what the repository offers: `2026-03-01T12:00:00Z`.
    ///
    /// A content that is offered again, by a rollback, is published again.
    public let published: String
    /// Who follows it, and when; nil for everyone at once.
    public let rollout: Rollout?
    /// Contents of this year that no machine may serve any more, newest first.
    ///
    /// At most ``recalledMax``. Where ``version`` is one of them there is nothing to follow: machines go
    /// back to the bundle inside the program.
    public let recalled: [ContentVersion]
    /// Contents of this year that its publisher went back from, newest first; at most ``recalledMax``.
    ///
    /// No machine decides anything by it: a publisher does not offer them again without being told to.
    public let rolledBack: [ContentVersion]

    /// The commit of the authors' repository that the content was made from; nil where there was none.
    ///
    /// 40 or 64 lower-case hexadecimal digits; for people, nothing is decided by it.
    public let commit: String?

    /// Recalled contents that one target names at most: the oldest have left every disk by then.
    public static let recalledMax = 64

    /// Describes a bundle.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: which content.
    ///   - published: when, as `2026-03-01T12:00:00Z`.
    ///   - rollout: who follows it, and when.
    ///   - recalled: contents that no machine may serve, newest first; what is beyond
    ///     ``recalledMax`` is left out.
    ///   - rolledBack: contents that were gone back from, newest first, up to as many.
    ///   - commit: the authors' commit; one that is none is left out.
    ///   - format: the level of the description language that it needs.
    public init(
        year: BundleYear, version: ContentVersion, published: String, rollout: Rollout? = nil,
        recalled: [ContentVersion] = [], rolledBack: [ContentVersion] = [], commit: String? = nil,
        format: Int = 1
    ) {
        self.year = year
        self.version = version
        self.format = format
        self.published = published
        self.rollout = rollout
        self.recalled = Array(recalled.prefix(Self.recalledMax))
        self.rolledBack = Array(rolledBack.prefix(Self.recalledMax))
        self.commit = commit.flatMap { Self.isCommit($0) ? $0 : nil }
    }

    /// The same, with what the other forms of the season say about taking contents back.
    ///
    /// A content is recalled, in whichever form that is said.
    ///
    /// - Parameter others: what is signed about the other forms.
    /// - Returns: the union of both.
    public func withRecalls(of others: [TargetCustom]) -> TargetCustom {
        func united(_ own: [ContentVersion], _ more: [ContentVersion]) -> [ContentVersion] {
            more.reduce(into: own) { all, version in
                if !all.contains(version) { all.append(version) }
            }
        }
        return TargetCustom(
            year: year, version: version, published: published, rollout: rollout,
            recalled: united(recalled, others.flatMap(\.recalled)),
            rolledBack: united(rolledBack, others.flatMap(\.rolledBack)), commit: commit,
            format: format)
    }

    /// Reads a target's `custom` member.
    ///
    /// Members it does not know are left alone: they are for newer agents.
    ///
    /// - Parameter cursor: at the member.
    /// - Throws: ``BundleFormatError`` where it is none of a bundle's.
    public init(_ cursor: JSONCursor) throws(BundleFormatError) {
        (year, version, format, published, rollout, recalled, rolledBack, commit) = try decoding(
            "custom"
        ) { () throws(JSONShapeError) in
            (
                try cursor.member("year").number("a year from 1992 to 2999") { BundleYear($0) },
                try cursor.member("version").text("64 lower-case hex digits") {
                    ContentVersion($0)
                },
                Int(try cursor.member("format").integer(in: 1...999)),
                try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
                    Self.isTime($0) ? $0 : nil
                },
                try cursor.optional("rollout").map { (cursor) throws(JSONShapeError) in
                    try Rollout(cursor)
                },
                try Self.versions(cursor.optional("recalled")),
                try Self.versions(cursor.optional("rolledBack")),
                try cursor.optional("commit")?.text("40 or 64 lower-case hex digits") {
                    Self.isCommit($0) ? $0 : nil
                }
            )
        }
    }

    /// The member as it is signed.
    public var json: JSON {
        var members = JSONObject()
        if let commit { members["commit"] = .string(commit) }
        members["format"] = .integer(Int64(format))
        members["published"] = .string(published)
        if !recalled.isEmpty { members["recalled"] = .array(recalled.map { .string($0.hex) }) }
        if !rolledBack.isEmpty {
            members["rolledBack"] = .array(rolledBack.map { .string($0.hex) })
        }
        if let rollout { members["rollout"] = rollout.json }
        members["version"] = .string(version.hex)
        members["year"] = .integer(Int64(year.number))
        return .object(members)
    }

    private static func versions(
        _ cursor: JSONCursor?
    ) throws(JSONShapeError) -> [ContentVersion] {
        guard let cursor else { return [] }
        let elements = try cursor.elements()
        guard elements.count <= recalledMax else {
            throw cursor.mismatch("at most \(recalledMax) versions")
        }
        return try elements.map { (element) throws(JSONShapeError) in
            try element.text("64 lower-case hex digits") { ContentVersion($0) }
        }
    }

    /// Whether a text is a commit as Git names it, by SHA-1 or by SHA-256.
    ///
    /// - Parameter text: the text.
    /// - Returns: whether it is.
    public static func isCommit(_ text: String) -> Bool {
        (text.utf8.count == 40 || text.utf8.count == 64)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// Whether a text has the form of a time.
    private static func isTime(_ text: String) -> Bool {
        let form = "0000-00-00T00:00:00Z".utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.count == form.count
            && zip(text.utf8, form).allSatisfy { (byte, expected) in
                expected == UInt8(ascii: "0") ? digits.contains(byte) : byte == expected
            }
    }
}
