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

    /// Names no content.
    package init() {}

    /// Reads the file.
    ///
    /// - Throws: ``BundleFormatError`` if it is no record.
    package init(_ bytes: [UInt8]) throws(BundleFormatError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(
                bytes,
                limits: JSONLimits(lengthBytesMax: Self.lengthBytesMax, depthMax: Self.depthMax))
        } catch {
            throw BundleFormatError(subject: RecallList.targetPath, problem: error.description)
        }
        self = try decoding(RecallList.targetPath) { () throws(JSONShapeError) in
            try RecordedContents(JSONCursor(json))
        }
    }

    /// Reads the members `given` and `offered`.
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
