import BundleFormat

/// Checks the zip's layout first, then its manifest, then each file.
package enum Unpacker {
    /// Compares every byte with the manifest, and that with the version and year that signed metadata names.
    package static func contents(
        of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> BundleContents {
        try zip.withUnsafeBufferPointer { (bytes) throws(BundleFormatError) in
            let entries = try ZipLayout.entries(of: UnsafeRawBufferPointer(bytes), limits)
            let manifest = try Manifest(
                checked: try manifest(entries, limits), expecting, year, limits)
            try manifest.checkRatio(zipBytes: bytes.count, limits)
            try manifest.check(entries.dropFirst())
            var files: [BundlePath: [UInt8]] = [:]
            for (file, entry) in Swift.zip(manifest.files, entries.dropFirst()) {
                let bytes = try entry.unpacked()
                try file.check(bytes)
                files[file.path] = bytes
            }
            return BundleContents(verified: files, manifest, expecting)
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
    /// Refuses entries after the manifest that are not exactly the listed files, in their order.
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
            throw .wrong("zip", expected: "\(files[entries.count].path)", found: "no more entries")
        }
    }
}
