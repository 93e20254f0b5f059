import JSON

/// The contents that a repository's record names: those that it was given, and those that seasons showed before.
///
/// The record is the file of the target ``RecallList/targetPath``. Publishers read all of it. A machine reads only these
/// contents, and only when a person asks for one that is not offered any more (docs/FORMAT.md).
package struct RecordedContents: Equatable, Sendable {
    /// The contents that the last publish was given.
    package var given: [BundleYear: StoredZip] = [:]
    /// The contents that each season showed before the present one, newest first.
    package var offered: [BundleYear: [OfferedContent]] = [:]

    /// Bytes of the file: a thousand lines of 600 bytes, and nine contents of each of a thousand seasons, 300 bytes each.
    package static let lengthBytesMax = 4 << 20
    /// How deep the file's values may lie in one another.
    package static let depthMax = 8

    package init() {}

    package init(_ bytes: [UInt8]) throws(BundleFormatError) {
        self = try decoding(
            RecallList.targetPath, bytes, lengthBytesMax: Self.lengthBytesMax,
            depthMax: Self.depthMax
        ) { (cursor) throws(JSONShapeError) in try RecordedContents(cursor) }
    }

    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        for (year, zip) in try cursor.member("given").years() { given[year] = try StoredZip(zip) }
        for (year, contents) in try cursor.member("offered").years() {
            offered[year] = try contents.elements().map { (content) throws(JSONShapeError) in
                try OfferedContent(content)
            }
        }
    }

    /// Every content of a season, each once, and since when it was offered; nil if the record does not say.
    package func contents(_ year: BundleYear) -> [(zip: StoredZip, published: String?)] {
        var found = (offered[year] ?? []).map { (zip: $0.zip, published: Optional($0.published)) }
        if let given = given[year], !found.contains(where: { $0.zip.version == given.version }) {
            found.insert((given, nil), at: 0)
        }
        return found
    }
}

/// A content of a season, and the zip in the repository that has it.
package struct StoredZip: Equatable, Sendable {
    package let version: ContentVersion
    /// The level of the description language that it needs.
    package let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String
    package let lengthBytes: Int

    package init(version: ContentVersion, format: Int, sha256: String, lengthBytes: Int) {
        (self.version, self.format) = (version, format)
        (self.sha256, self.lengthBytes) = (sha256, lengthBytes)
    }

    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        version = try cursor.member("version").contentVersion()
        format = Int(try cursor.member("format").integer(in: 1...Int64(TargetName.formatMax)))
        sha256 = try cursor.member("sha256").contentVersion().hex
        lengthBytes = Int(
            try cursor.member("length").integer(in: 0...Int64(BundleLimits.standard.zipBytesMax)))
    }

    package var members: JSONObject {
        var members = JSONObject()
        members["format"] = .integer(Int64(format))
        members["length"] = .integer(Int64(lengthBytes))
        members["sha256"] = .string(sha256)
        members["version"] = .string(version.hex)
        return members
    }
}

/// A content that a repository offered, with since when and of which commit.
package struct OfferedContent: Equatable, Sendable {
    package let zip: StoredZip
    /// `2026-03-01T12:00:00Z`.
    package let published: String
    package let commit: String?

    package var version: ContentVersion { zip.version }

    package init(zip: StoredZip, published: String, commit: String?) {
        (self.zip, self.published, self.commit) = (zip, published, commit)
    }

    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        zip = try StoredZip(cursor)
        published = try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
            TargetCustom.isTime($0) ? $0 : nil
        }
        commit = try cursor.optional("commit")?.string()
    }

    package var json: JSON {
        var members = zip.members
        if let commit { members["commit"] = .string(commit) }
        members["published"] = .string(published)
        return .object(members)
    }
}
