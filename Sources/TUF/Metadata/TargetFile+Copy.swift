/// A target's copy on this machine.
extension TargetFile {
    /// Whether these bytes have the listed length and all listed hashes.
    public func isContent(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == lengthBytes else { return false }
        var hasher = FileHasher(for: hashes)
        bytes.withUnsafeBytes { hasher.update($0) }
        return (try? hasher.verify(hashes, file: path)) != nil
    }

    /// A file name for a copy, at most 202 bytes and different for each path: the path
    /// percent-encoded, so it leads out of no folder and hides no file; for a longer path `%-` and
    /// its SHA-256.
    public var fileName: String {
        let encoded = PercentEncoder.component(path)
        guard (1...200).contains(encoded.utf8.count) else {
            return "%-\(FileHasher.sha256(of: Array(path.utf8)))"
        }
        return encoded.utf8.first == UInt8(ascii: ".")
            ? "%2E" + String(Substring(encoded.utf8.dropFirst())) : encoded
    }
}
