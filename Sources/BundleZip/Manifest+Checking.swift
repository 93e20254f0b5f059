import BundleFormat

extension Manifest {
    /// Reads a manifest and compares it with the version and the year that signed metadata says, where they are known.
    package init(
        checked bytes: [UInt8], _ expected: ContentVersion?, _ year: BundleYear?,
        _ limits: BundleLimits
    ) throws(BundleFormatError) {
        let version = ContentVersion(hashing: bytes)
        guard expected ?? version == version else {
            throw .wrong(
                BundleFile.manifest, expected: "the version \(expected ?? version)",
                found: "\(version)")
        }
        let decoded = try Manifest.decode(bytes, limits: limits)
        guard year ?? decoded.year == decoded.year else {
            throw .wrong(
                BundleFile.manifest, expected: "the year \(year ?? decoded.year)",
                found: "\(decoded.year)")
        }
        self = decoded
    }
}

extension Manifest.File {
    /// Refuses content whose length or hash differs from the manifest.
    package func check(_ bytes: [UInt8]) throws(BundleFormatError) {
        guard bytes.count == lengthBytes else {
            throw .wrong("\(path)", expected: "\(lengthBytes) bytes", found: "\(bytes.count)")
        }
        let found = ContentHasher.hex(of: bytes)
        guard found == sha256 else {
            throw .wrong("\(path)", expected: "the hash \(sha256)", found: found)
        }
    }
}
