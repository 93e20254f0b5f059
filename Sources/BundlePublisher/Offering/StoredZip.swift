import BundleFormat
import JSON
import TUF

/// A content of a season, and the zip in the repository that has it.
package struct StoredZip: Equatable, Sendable {
    package let version: ContentVersion
    /// The level of the description language that it needs.
    package let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String
    package let lengthBytes: Int

    init(version: ContentVersion, format: Int, sha256: String, lengthBytes: Int) {
        (self.version, self.format) = (version, format)
        (self.sha256, self.lengthBytes) = (sha256, lengthBytes)
    }

    init(_ season: PackedSeason) {
        self.init(
            version: season.version, format: season.format, sha256: season.sha256,
            lengthBytes: season.lengthBytes)
    }

    init(_ bundle: PublishedBundle) {
        self.init(
            version: bundle.custom.version, format: bundle.custom.format,
            sha256: bundle.target.sha256 ?? "", lengthBytes: bundle.target.lengthBytes)
    }

    /// Where it lies, below the directory.
    func path(_ year: BundleYear) -> String {
        PublishedBundle.zipPath(year, format: format, sha256: sha256)
    }

    /// The signed entry for it.
    func target(_ custom: TargetCustom) -> PublishedBundle {
        PublishedBundle(
            target: TargetFile(
                path: TargetName(year: custom.year, format: format).path, lengthBytes: lengthBytes,
                hashes: ["sha256": sha256], custom: custom.json),
            custom: custom)
    }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        version = try cursor.contentVersion("version")
        format = Int(try cursor.member("format").integer(in: 1...Int64(TargetName.formatMax)))
        let sha256 = try cursor.contentVersion("sha256")
        self.sha256 = sha256.hex
        lengthBytes = Int(
            try cursor.member("length").integer(in: 0...Int64(BundleLimits.standard.zipBytesMax)))
    }

    var members: JSONObject {
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

    init(zip: StoredZip, published: String, commit: String?) {
        (self.zip, self.published, self.commit) = (zip, published, commit)
    }

    init(_ bundle: PublishedBundle) {
        zip = StoredZip(bundle)
        (published, commit) = (bundle.custom.published, bundle.custom.commit)
    }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        zip = try StoredZip(cursor)
        published = try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
            UTCTime($0) == nil ? nil : $0
        }
        commit = try cursor.optional("commit")?.string()
    }

    var json: JSON {
        var members = zip.members
        if let commit { members["commit"] = .string(commit) }
        members["published"] = .string(published)
        return .object(members)
    }
}

extension JSONCursor {
    /// A member with 64 lower-case hexadecimal digits.
    func contentVersion(_ name: String) throws(JSONShapeError) -> ContentVersion {
        try member(name).text("64 lower-case hex digits") { ContentVersion($0) }
    }
}

extension [OfferedContent] {
    /// The first of each content.
    var withoutRepeats: [OfferedContent] {
        var seen: Set<ContentVersion> = []
        return filter { seen.insert($0.version).inserted }
    }
}
