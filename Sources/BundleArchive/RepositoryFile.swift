import BundleFormat
import Files

/// A published directory as one file, for a stick: a zip in this project's own plain form.
///
/// A reader trusts nothing in it: it verifies metadata and targets like those of a web server.
package struct RepositoryFile: Equatable, Sendable {
    /// Every file by its path: `metadata/timestamp.json`, `targets/f1/2024/….bundle.zip`.
    package let files: [String: [UInt8]]

    /// The largest file that is accepted.
    ///
    /// A hundred seasons of 20 kB are 2 MB. The file, and all files in it, are read into memory.
    package static let limits: BundleLimits = {
        var limits = BundleLimits.standard
        limits.zipBytesMax = 64 << 20
        limits.unpackedBytesMax = 64 << 20
        return limits
    }()

    /// Packs files, in the given order.
    ///
    /// - Parameter files: paths of the form of ``BundlePath``, each once, and contents.
    /// - Returns: the file's bytes; the same files give the same bytes.
    /// - Throws: ``ArchiveError/content(subject:problem:)`` if they are beyond ``limits``.
    package static func packed(
        _ files: [(path: String, bytes: [UInt8])]
    ) throws(ArchiveError) -> [UInt8] {
        for file in files where BundlePath(file.path) == nil {
            throw .wrong(shown(file.path.utf8), expected: "a plain path", found: "another")
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
    ///
    /// - Parameter path: where it is.
    /// - Throws: ``ArchiveError``: `content` if it is not one, or damaged.
    package init(reading path: String) throws(ArchiveError) {
        let bytes = try Self.read(path)
        var files: [String: [UInt8]] = [:]
        try bytes.withUnsafeBufferPointer { (bytes) throws(ArchiveError) in
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

    private static func read(_ path: String) throws(ArchiveError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(path, lengthBytesMax: limits.zipBytesMax)
        } catch {
            guard error.isTooLong else { throw .disk(error) }
            throw .wrong("zip", expected: "at most \(limits.zipBytesMax) bytes", found: "more")
        }
    }
}
