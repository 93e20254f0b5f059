import JSON

/// What signed metadata says of a bundle beside its length and hashes: enough to decide without fetching.
public struct TargetCustom: Equatable, Sendable {
    /// The season.
    public let year: BundleYear
    /// Which content.
    public let version: ContentVersion
    /// What a renderer must understand.
    public let format: Int
    /// When this content was first published: `2026-03-01T12:00:00Z`.
    public let published: String

    /// Describes this build's format of a bundle.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: which content.
    ///   - published: when, as `2026-03-01T12:00:00Z`.
    public init(year: BundleYear, version: ContentVersion, published: String) {
        self.year = year
        self.version = version
        self.format = BundleFormat.current
        self.published = published
    }

    /// Reads a target's `custom` member.
    ///
    /// Members it does not know are left alone: they are for newer agents.
    ///
    /// - Parameter cursor: at the member.
    /// - Throws: ``BundleFormatError`` where it is none of a bundle's.
    public init(_ cursor: JSONCursor) throws(BundleFormatError) {
        (year, version, format, published) = try decoding("custom") {
            () throws(JSONShapeError) in
            (
                try cursor.member("year").number("a year from 1992 to 2999") { BundleYear($0) },
                try cursor.member("version").text("64 lower-case hex digits") {
                    ContentVersion($0)
                },
                Int(try cursor.member("format").integer(in: 1...999)),
                try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
                    Self.isTime($0) ? $0 : nil
                }
            )
        }
    }

    /// The member as it is signed.
    public var json: JSON {
        [
            "format": .integer(Int64(format)), "published": .string(published),
            "version": .string(version.hex), "year": .integer(Int64(year.number)),
        ]
    }

    /// Whether a text has the form of a time; it is shown, never reckoned with.
    private static func isTime(_ text: String) -> Bool {
        let form = "0000-00-00T00:00:00Z".utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.count == form.count
            && zip(text.utf8, form).allSatisfy { (byte, expected) in
                expected == UInt8(ascii: "0") ? digits.contains(byte) : byte == expected
            }
    }
}
