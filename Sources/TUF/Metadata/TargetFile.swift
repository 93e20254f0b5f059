import JSON

/// A file that the repository vouches for, as targets metadata lists it (TUF specification 4.5).
public struct TargetFile: Equatable, Sendable {
    /// Its path below the targets' base address; it is not a path on this machine.
    public let path: String
    /// Its exact length.
    public let lengthBytes: Int
    /// Its hashes by algorithm (`sha256`, `sha512`, at least one), hexadecimal as in the metadata.
    public let hashes: [String: String]
    /// More facts from the publisher; they are signed, and this module does not interpret them.
    public let custom: JSON?

    /// Describes a file for publishing.
    public init(path: String, lengthBytes: Int, hashes: [String: String], custom: JSON? = nil) {
        self.path = path
        self.lengthBytes = lengthBytes
        self.hashes = hashes
        self.custom = custom
    }

    /// The SHA-256 in lower case, if it is listed.
    public var sha256: String? { hashes[HashAlgorithm.sha256.rawValue].map { Hex.lowercased($0) } }

    init(path: String, _ cursor: JSONCursor) throws(JSONShapeError) {
        self.path = path
        lengthBytes = Int(try cursor.member("length").integer(in: 0...Int64(Int.max)))
        hashes = try cursor.member("hashes").hashes()
        custom = try cursor.optional("custom")?.value
    }

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

    /// Below the targets' base address, percent-encoded, with consistent snapshots a hash before the name (6.2); nil if it
    /// would leave the base address.
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

    /// Whether these bytes have the listed length and all listed hashes.
    public func isContent(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == lengthBytes else { return false }
        var hasher = FileHasher(for: hashes)
        bytes.withUnsafeBytes { hasher.update($0) }
        return (try? hasher.verify(hashes, file: path)) != nil
    }

    /// A file name for a copy, at most 202 bytes and different for each path, that leads out of no folder and hides no file.
    public var fileName: String {
        let encoded = PercentEncoder.component(path)
        guard (1...200).contains(encoded.utf8.count) else {
            return "%-\(FileHasher.sha256(of: Array(path.utf8)))"
        }
        return encoded.utf8.first == UInt8(ascii: ".")
            ? "%2E" + String(Substring(encoded.utf8.dropFirst())) : encoded
    }
}
