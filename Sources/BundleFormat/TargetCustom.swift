import JSON

/// What signed metadata says about a bundle, next to its length and hashes: enough to decide before a download.
public struct TargetCustom: Equatable, Sendable {
    /// The season.
    public let year: BundleYear
    /// The content.
    public let version: ContentVersion
    /// The level that a renderer must know.
    public let format: Int
    /// When the repository began to offer this content, `2026-03-01T12:00:00Z`, or offered it again by a rollback.
    public let published: String
    /// Which machines follow it, and when; nil if all follow immediately.
    public let rollout: Rollout?
    /// The authors' commit, 40 or 64 lower-case hexadecimal digits, for people; nil if none is known.
    public let commit: String?

    /// Describes a bundle that is published at such a time; the authors' commit is left out if it is not a commit.
    public init(
        year: BundleYear, version: ContentVersion, published: String, rollout: Rollout? = nil,
        commit: String? = nil, format: Int = 1
    ) {
        self.year = year
        self.version = version
        self.format = format
        self.published = published
        self.rollout = rollout
        self.commit = commit.flatMap { Self.isCommit($0) ? $0 : nil }
    }

    /// Reads a target's `custom` member, without members that this build does not know.
    public init(_ cursor: JSONCursor) throws(BundleFormatError) {
        (year, version, format, published, rollout, commit) = try decoding("custom") {
            () throws(JSONShapeError) in
            (
                try cursor.member("year").year(),
                try cursor.member("version").contentVersion(),
                Int(try cursor.member("format").integer(in: 1...999)),
                try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
                    Self.isTime($0) ? $0 : nil
                },
                try cursor.optional("rollout").map { (cursor) throws(JSONShapeError) in
                    try Rollout(cursor)
                },
                try cursor.optional("commit")?.text("40 or 64 lower-case hex digits") {
                    Self.isCommit($0) ? $0 : nil
                }
            )
        }
    }

    /// Reads what signed metadata says about a target, from its `custom` member if it has one.
    public init(_ custom: JSON?, ofTarget path: String) throws(BundleFormatError) {
        guard let custom else {
            throw BundleFormatError(subject: path, problem: "expected a custom member, found none")
        }
        try self.init(JSONCursor(custom))
    }

    /// Reads what signed metadata says about a bundle, and compares it with the bundle's target.
    ///
    /// Agents and publishers read each entry that they use in this way. So an entry that agents refuse is
    /// refused by `verify` and `publish`, too. Returns the facts, and the SHA-256 of the zip.
    package static func checked(
        _ custom: JSON?, of name: TargetName, sha256: String?, lengthBytes: Int,
        limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> (custom: TargetCustom, sha256: String) {
        func wrong(_ problem: String) -> BundleFormatError {
            BundleFormatError(subject: name.path, problem: problem)
        }
        let custom = try TargetCustom(custom, ofTarget: name.path)
        guard custom.year == name.year, custom.format == name.format else {
            throw wrong("expected \(name), found f\(custom.format)/\(custom.year) in custom")
        }
        guard let sha256, ContentVersion(sha256) != nil else {
            throw wrong("expected a SHA-256, found none")
        }
        guard lengthBytes <= limits.zipBytesMax else {
            throw wrong("expected at most \(limits.zipBytesMax) bytes, found \(lengthBytes)")
        }
        return (custom, sha256)
    }

    /// The member in the form that is signed.
    public var json: JSON {
        var members = JSONObject()
        if let commit { members["commit"] = .string(commit) }
        members["format"] = .integer(Int64(format))
        members["published"] = .string(published)
        if let rollout { members["rollout"] = rollout.json }
        members["version"] = .string(version.hex)
        members["year"] = .integer(Int64(year.number))
        return .object(members)
    }

    /// Whether a text is the name of a Git commit, by SHA-1 or SHA-256.
    public static func isCommit(_ text: String) -> Bool {
        (text.utf8.count == 40 || text.utf8.count == 64)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    static func isTime(_ text: String) -> Bool {
        let form = "0000-00-00T00:00:00Z".utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.count == form.count
            && zip(text.utf8, form).allSatisfy { (byte, expected) in
                expected == UInt8(ascii: "0") ? digits.contains(byte) : byte == expected
            }
    }
}
