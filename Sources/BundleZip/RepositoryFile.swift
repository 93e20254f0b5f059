import BundleFormat

/// A published directory as one file, for a stick: a zip in this project's own plain form.
///
/// A reader trusts nothing in it: it verifies metadata and targets like those of a web server.
package struct RepositoryFile: Equatable, Sendable {
    /// Every file by its path: `metadata/timestamp.json`, `targets/f1/2024/….bundle.zip`.
    package let files: [String: [UInt8]]

    /// A hundred seasons of 20 kB are 2 MB; the file, and all files in it, are read into memory.
    package static let limits: BundleLimits = {
        var limits = BundleLimits.standard
        limits.zipBytesMax = 64 << 20
        limits.unpackedBytesMax = 64 << 20
        return limits
    }()

    /// Packs files with paths of the form of ``BundlePath``, in the given order; the same files give the same bytes.
    package static func packed(
        _ files: [(path: String, bytes: [UInt8])]
    ) throws(BundleFormatError) -> [UInt8] {
        for file in files where BundlePath(file.path) == nil {
            throw .wrong(shownName(file.path.utf8), expected: "a plain path", found: "another")
        }
        let total = files.reduce(0) { $0 + $1.bytes.count }
        guard files.count <= limits.filesMax, total <= limits.unpackedBytesMax else {
            throw .wrong(
                "repository",
                expected: "at most \(limits.filesMax) files of"
                    + " \(limits.unpackedBytesMax) bytes in all",
                found: "\(files.count) of \(total)")
        }
        return ZipWriter.zip(files)
    }

    /// Reads such a file; every byte must belong to one of its files, and these must be within ``limits``.
    package init(_ bytes: [UInt8]) throws(BundleFormatError) {
        var files: [String: [UInt8]] = [:]
        try bytes.withUnsafeBufferPointer { (bytes) throws(BundleFormatError) in
            let entries = try ZipLayout.entries(of: UnsafeRawBufferPointer(bytes), Self.limits)
            var total = 0
            for entry in entries {
                // This cannot overflow: each file is within the limit.
                total += entry.lengthBytes
                guard total <= Self.limits.unpackedBytesMax else {
                    throw .wrong(
                        "zip", expected: "at most \(Self.limits.unpackedBytesMax) bytes unpacked",
                        found: "more")
                }
                guard files.updateValue(try entry.unpacked(), forKey: entry.path) == nil else {
                    throw .wrong(entry.path, expected: "each path once", found: "it twice")
                }
            }
        }
        self.files = files
    }
}
