import JSON

/// A content of a season, and the zip in the repository that has it.
package struct StoredZip: Equatable, Sendable {
    package let version: ContentVersion
    /// The level of the description language that it needs.
    package let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String
    package let lengthBytes: Int

    /// Keeps what is known of a zip.
    package init(version: ContentVersion, format: Int, sha256: String, lengthBytes: Int) {
        (self.version, self.format) = (version, format)
        (self.sha256, self.lengthBytes) = (sha256, lengthBytes)
    }

    /// Reads what ``members`` gives.
    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        version = try cursor.contentVersion("version")
        format = Int(try cursor.member("format").integer(in: 1...Int64(TargetName.formatMax)))
        let sha256 = try cursor.contentVersion("sha256")
        self.sha256 = sha256.hex
        lengthBytes = Int(
            try cursor.member("length").integer(in: 0...Int64(BundleLimits.standard.zipBytesMax)))
    }

    /// Its form in the record.
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

    /// Keeps what is known of a content.
    package init(zip: StoredZip, published: String, commit: String?) {
        (self.zip, self.published, self.commit) = (zip, published, commit)
    }

    /// Reads what ``json`` gives.
    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        zip = try StoredZip(cursor)
        published = try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
            TargetCustom.isTime($0) ? $0 : nil
        }
        commit = try cursor.optional("commit")?.string()
    }

    /// Its form in the record.
    package var json: JSON {
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
