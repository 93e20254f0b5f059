import BundleFormat

extension Manifest {
    /// Reads a manifest and compares it with what signed metadata says about the bundle.
    ///
    /// - Parameters:
    ///   - bytes: of `manifest.json`.
    ///   - expected: the version that it must be; nil if that is not known.
    ///   - year: the season that it must be; nil if that is not known.
    /// - Throws: `BundleFormatError` if it is another one, or no manifest.
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
    /// Refuses content that differs from the manifest.
    ///
    /// - Throws: `BundleFormatError` if its length or its hash is another one.
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
