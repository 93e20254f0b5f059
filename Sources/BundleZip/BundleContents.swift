import BundleFormat

/// A bundle in memory: its files, and the manifest and version that are made from them.
package struct BundleContents: Sendable {
    package let year: BundleYear
    /// Every file except the manifest.
    package let files: [BundlePath: [UInt8]]
    package let manifest: Manifest
    /// The SHA-256 of the manifest's bytes.
    package let version: ContentVersion

    /// Fails if two paths collide or something is beyond ``BundleLimits/standard``.
    package init(
        year: BundleYear, files: [BundlePath: [UInt8]], format: Int = 1
    ) throws(BundleFormatError) {
        let listed = files.map { (path, bytes) in
            Manifest.File(
                path: path, lengthBytes: bytes.count, sha256: ContentHasher.hex(of: bytes))
        }
        let manifest = try Manifest(year: year, files: listed, format: format)
        self.year = year
        self.files = files
        self.manifest = manifest
        version = ContentVersion(hashing: manifest.encoded())
    }

    /// A bundle whose files, manifest and version the caller has just compared.
    init(verified files: [BundlePath: [UInt8]], _ manifest: Manifest, _ version: ContentVersion) {
        year = manifest.year
        self.files = files
        self.manifest = manifest
        self.version = version
    }

    /// The bundle as one zip: the manifest first, then the files in its order.
    ///
    /// The same files give the same bytes at any time, place and for any user, with the same zlib; the version does not
    /// depend on it (adr/0006). It fails if an agent would refuse the zip as too large or too well compressed.
    package func zipped() throws(BundleFormatError) -> [UInt8] {
        let zip = ZipWriter.zip(entries)
        let limits = BundleLimits.standard
        guard zip.count <= limits.zipBytesMax else {
            throw .wrong(
                "bundle \(year)", expected: "at most \(limits.zipBytesMax) bytes packed",
                found: "\(zip.count)")
        }
        try manifest.checkRatio(zipBytes: zip.count, limits)
        return zip
    }

    /// Every file, in the order of the archive: the manifest first.
    package var entries: [(path: String, bytes: [UInt8])] {
        [(BundleFile.manifest, manifest.encoded())]
            + manifest.files.map { ("\($0.path)", files[$0.path] ?? []) }
    }
}

extension Manifest {
    /// Refuses a bundle that unpacks to more than its packed length allows.
    func checkRatio(zipBytes: Int, _ limits: BundleLimits) throws(BundleFormatError) {
        // This cannot overflow: both are within the limits on files.
        let unpacked = files.reduce(0) { $0 + $1.lengthBytes }
        guard unpacked <= zipBytes * limits.ratioMax else {
            throw .wrong(
                "bundle \(year)",
                expected: "at most \(limits.ratioMax) bytes for each packed one",
                found: "\(unpacked) from \(zipBytes)")
        }
    }
}
