import JSON

/// The first members of every role's signed part (TUF specification 4.3).
struct MetadataHeader: Equatable {
    /// The version, from 1; it grows.
    let version: Int64
    let expires: UTCTime

    /// The valid versions: adding one always fits 64 bits.
    static let versions: ClosedRange<Int64> = 1...(.max - 1)

    init(_ signed: JSONCursor, type: TopLevelRole) throws(JSONShapeError) {
        let typeCursor = try signed.member("_type")
        guard try typeCursor.string() == type.rawValue else {
            throw typeCursor.mismatch("\"\(type.rawValue)\"")
        }
        let specification = try signed.member("spec_version")
        let numbers = try specification.string().utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), numbers[0].elementsEqual("1".utf8),
            numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { throw specification.mismatch("version 1 of the specification") }
        version = try signed.member("version").integer(in: Self.versions)
        let expiresCursor = try signed.member("expires")
        guard let expires = UTCTime(try expiresCursor.string()) else {
            throw expiresCursor.mismatch("a time such as 2026-11-21T02:30:00Z")
        }
        self.expires = expires
    }

    static func json(type: TopLevelRole, version: Int64, expires: UTCTime) -> JSONObject {
        var object = JSONObject()
        object["_type"] = .string(type.rawValue)
        object["spec_version"] = "1.0.31"
        object["version"] = .integer(version)
        object["expires"] = .string(expires.description)
        return object
    }
}
