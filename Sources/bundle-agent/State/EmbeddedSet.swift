import BundleArchive
import BundleFormat
import EmbeddedBundles

/// The bundles inside the program.
struct EmbeddedSet: Sendable {
    /// One embedded bundle: its files by path, the manifest among them.
    private let files: [BundleYear: [String: [UInt8]]]
    /// Which content each year has.
    let versions: [BundleYear: ContentVersion]

    /// The ones this program was built with.
    static let program: EmbeddedSet = {
        let files = UnsafeBufferPointer(start: embedded_files, count: Int(embedded_file_count))
        return EmbeddedSet(
            files: files.map { file in
                (
                    String(cString: file.path),
                    Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
                )
            })
    }()

    /// Sorts files by year; those that are in none, as the list of the years, are left out.
    ///
    /// - Parameter files: paths that start with the year, `2024/match.json`, and contents.
    init(files: [(path: String, bytes: [UInt8])]) {
        var years: [BundleYear: [String: [UInt8]]] = [:]
        for file in files {
            let parts = file.path.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2, let year = BundleYear(parts[0]) else { continue }
            years[year, default: [:]][parts[1]] = file.bytes
        }
        self.files = years
        versions = years.compactMapValues { files in
            files[BundleFile.manifest].map { ContentVersion(hashing: $0) }
        }
    }

    /// One year's bundle, ready to be written.
    ///
    /// - Parameter year: one of ``versions``.
    /// - Returns: the bundle.
    /// - Throws: ``ArchiveError`` where the program was built with files that are no bundle.
    func bundle(_ year: BundleYear) throws(ArchiveError) -> BundleContents {
        var contents: [BundlePath: [UInt8]] = [:]
        for (path, bytes) in files[year] ?? [:] where path != BundleFile.manifest {
            guard let path = BundlePath(path) else {
                throw .content(subject: path, problem: "expected a path that a bundle may have")
            }
            contents[path] = bytes
        }
        return try BundleContents(year: year, files: contents)
    }
}
