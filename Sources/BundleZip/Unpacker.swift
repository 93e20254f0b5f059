import BundleFormat

/// Reads a packed bundle in memory.
///
/// It checks the zip's layout first, then its manifest, then each file.
package enum Unpacker {
    /// Unpacks a bundle, and compares every byte with the manifest and the manifest with its version.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: its files.
    /// - Throws: `BundleFormatError`.
    package static func contents(
        of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> BundleContents {
        try open(zip, expecting, year, limits) { (manifest, entries) throws(BundleFormatError) in
            var files: [BundlePath: [UInt8]] = [:]
            for (file, entry) in Swift.zip(manifest.files, entries) {
                let bytes = try entry.unpacked()
                try file.check(bytes)
                files[file.path] = bytes
            }
            return BundleContents(verified: files, manifest, expecting)
        }
    }

    /// A bundle's manifest, with all checks of the zip; no file is unpacked.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest.
    /// - Throws: `BundleFormatError`.
    package static func manifest(
        of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> Manifest {
        try open(zip, expecting, year, limits) { (manifest, _) in manifest }
    }

    /// One file of a bundle, with all checks of the zip and of that file.
    ///
    /// - Parameters:
    ///   - path: the file's path in the bundle.
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: its bytes; nil if the bundle has no such file.
    /// - Throws: `BundleFormatError`.
    package static func file(
        _ path: String, of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> [UInt8]? {
        try open(zip, expecting, year, limits) { (manifest, entries) throws(BundleFormatError) in
            for (file, entry) in Swift.zip(manifest.files, entries)
            where file.path.description == path {
                let bytes = try entry.unpacked()
                try file.check(bytes)
                return bytes
            }
            return nil
        }
    }

    /// Runs `body` with a zip's bytes, its manifest, and its entries, which were compared with the
    /// manifest.
    private static func open<Value>(
        _ bytes: [UInt8], _ expecting: ContentVersion, _ year: BundleYear, _ limits: BundleLimits,
        _ body: (Manifest, ArraySlice<ZipEntry>) throws(BundleFormatError) -> Value
    ) throws(BundleFormatError) -> Value {
        try bytes.withUnsafeBufferPointer { (bytes) throws(BundleFormatError) in
            let zip = UnsafeRawBufferPointer(bytes)
            let entries = try ZipLayout.entries(of: zip, limits)
            let manifest = try Manifest(
                checked: try manifest(entries, limits), expecting, year, limits)
            try manifest.checkRatio(zipBytes: zip.count, limits)
            let files = entries.dropFirst()
            try manifest.check(files)
            return try body(manifest, files)
        }
    }

    private static func manifest(
        _ entries: [ZipEntry], _ limits: BundleLimits
    ) throws(BundleFormatError) -> [UInt8] {
        guard let first = entries.first, first.path == BundleFile.manifest else {
            throw .wrong(
                "zip", expected: BundleFile.manifest,
                found: shownName((entries.first?.path ?? "").utf8))
        }
        guard first.lengthBytes <= limits.manifestBytesMax else {
            throw .wrong(
                first.path, expected: "at most \(limits.manifestBytesMax) bytes",
                found: "\(first.lengthBytes)")
        }
        return try first.unpacked()
    }
}

extension Manifest {
    /// Refuses a zip whose entries after the manifest are not exactly the listed files, in their
    /// order.
    fileprivate func check(_ entries: ArraySlice<ZipEntry>) throws(BundleFormatError) {
        for (file, entry) in zip(files, entries) {
            guard entry.path == file.path.description else {
                throw .wrong("zip", expected: "\(file.path)", found: shownName(entry.path.utf8))
            }
            guard entry.lengthBytes == file.lengthBytes else {
                throw .wrong(
                    entry.path, expected: "\(file.lengthBytes) bytes",
                    found: "\(entry.lengthBytes)")
            }
        }
        guard entries.count <= files.count else {
            throw .wrong("zip", expected: "the end of the entries", found: "one that is not listed")
        }
        guard entries.count == files.count else {
            throw .wrong(
                "zip", expected: "\(files[entries.count].path)", found: "no more entries")
        }
    }
}
