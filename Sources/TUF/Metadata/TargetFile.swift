import JSON

/// A file that the repository vouches for, as targets metadata lists it (TUF specification 4.5).
public struct TargetFile: Equatable, Sendable {
    /// Its path below the targets' base address; it is not a path on this machine.
    public let path: String
    /// Its exact length.
    public let lengthBytes: Int
    /// Its hashes by algorithm (`sha256`, `sha512`, at least one), hexadecimal in the metadata's
    /// spelling.
    public let hashes: [String: String]
    /// More facts from the publisher; they are signed, and this module does not interpret them.
    public let custom: JSON?

    /// Describes a file for publishing.
    ///
    /// - Parameters:
    ///   - path: its path below the targets' base address, with `/` between segments.
    ///   - lengthBytes: its exact length.
    ///   - hashes: hexadecimal, by algorithm: `sha256`, `sha512`.
    ///   - custom: more facts to sign with it.
    public init(path: String, lengthBytes: Int, hashes: [String: String], custom: JSON? = nil) {
        self.path = path
        self.lengthBytes = lengthBytes
        self.hashes = hashes
        self.custom = custom
    }

    /// The SHA-256 in lower case, if it is listed.
    public var sha256: String? { hashes[HashAlgorithm.sha256.rawValue].map { Hex.lowercased($0) } }

    /// Reads one entry of `targets`.
    init(path: String, _ cursor: JSONCursor) throws(JSONShapeError) {
        self.path = path
        lengthBytes = Int(try cursor.member("length").integer(in: 0...Int64(Int.max)))
        hashes = try cursor.member("hashes").hashes()
        custom = try cursor.optional("custom")?.value
    }

    /// The file as an entry of `targets`.
    var json: JSON {
        var hashes = JSONObject()
        for (algorithm, hash) in self.hashes.sorted(by: { $0.key < $1.key }) {
            hashes[algorithm] = .string(hash)
        }
        var object = JSONObject()
        if let custom { object["custom"] = custom }
        object["hashes"] = .object(hashes)
        object["length"] = .integer(Int64(lengthBytes))
        return .object(object)
    }

    /// The path to request the file under, below the targets' base address: with consistent snapshots a hash stands
    /// before the name (6.2).
    ///
    /// - Returns: the path, percent-encoded; nil if it would leave the base address.
    func requestPath(consistentSnapshot: Bool) -> String? {
        var segments = path.utf8
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        let hash = HashAlgorithm.allCases.lazy.compactMap { hashes[$0.rawValue] }.first
        if consistentSnapshot, let hash, let name = segments.popLast() {
            segments.append("\(hash).\(name)")
        }
        let path = segments.map(PercentEncoder.pathSegment).joined(separator: "/")
        return Self.staysBelowBase(path) ? path : nil
    }

    /// True if no segment leads upwards, encoded or not: `..` would leave a folder.
    private static func staysBelowBase(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).allSatisfy { segment in
            var (rest, dots) = (segment, 0)
            while let count = dotBytes(rest) {
                rest = rest.dropFirst(count)
                dots += 1
            }
            return !rest.isEmpty || !(1...2).contains(dots)
        }
    }

    /// The length of a dot at the beginning, encoded or not; nil if there is none.
    private static func dotBytes(_ text: Substring.UTF8View) -> Int? {
        if text.first == UInt8(ascii: ".") { return 1 }
        let start = text.prefix(3)
        return start.elementsEqual("%2e".utf8) || start.elementsEqual("%2E".utf8) ? 3 : nil
    }
}
