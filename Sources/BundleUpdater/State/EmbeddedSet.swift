import BundleArchive
import BundleFormat

/// The bundles inside the program; a bundle's bytes are copied only when they are needed.
package struct EmbeddedSet: Sendable {
    /// For each year the number of each file by its path, including the manifest.
    private let files: [BundleYear: [String: Int]]
    private let bytes: @Sendable (Int) -> [UInt8]
    private let lengthOf: @Sendable (Int) -> Int
    /// The content of each year.
    package let versions: [BundleYear: ContentVersion]
    /// When each was published or embedded, in seconds since 1970, if the list of the years says
    /// so.
    package let published: [BundleYear: Int64]

    /// Bytes of each bundle's files.
    package var lengthBytes: [BundleYear: Int] {
        files.mapValues { $0.values.reduce(0) { $0 + lengthOf($1) } }
    }

    /// Sorts files by year; `set.json`, the list of the years, says when each was published.
    package init(
        paths: [String], length: (@Sendable (Int) -> Int)? = nil,
        bytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        var files: [BundleYear: [String: Int]] = [:]
        for (number, path) in paths.enumerated() {
            guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
                let year = BundleYear(String(path[..<slash]))
            else { continue }
            let name = String(path[path.utf8.index(after: slash)...])
            files[year, default: [:]][name] = number
        }
        self.files = files
        self.bytes = bytes
        lengthOf = length ?? { bytes($0).count }
        let list = paths.firstIndex(of: SetIndex.fileName).map(bytes)
        published =
            list.flatMap { try? SetIndex.decode($0) }?.entries
            .compactMapValues(\.publishedUnixSeconds) ?? [:]
        versions = files.compactMapValues { files in
            files[BundleFile.manifest].map { ContentVersion(hashing: bytes($0)) }
        }
    }

    private init(_ set: EmbeddedSet, _ isKept: (BundleYear) -> Bool) {
        files = set.files.filter { isKept($0.key) }
        bytes = set.bytes
        lengthOf = set.lengthOf
        versions = set.versions.filter { isKept($0.key) }
        published = set.published.filter { isKept($0.key) }
    }

    /// The level of the description language that a year's bundle needs.
    package func level(of year: BundleYear) -> Int {
        files[year]?[BundleFile.manifest].flatMap { Manifest.level(ofChecked: bytes($0)) } ?? 1
    }

    /// The bundles that need at most this level.
    package func readable(upTo max: Int) -> EmbeddedSet {
        EmbeddedSet(self) { level(of: $0) <= max }
    }

    /// One year's bundle, for writing.
    ///
    /// - Parameter version: the version that it must be; nil for any.
    /// - Throws: `BundleFormatError` if the program was built with files that are not this bundle.
    package func bundle(
        _ year: BundleYear, expecting version: ContentVersion? = nil
    ) throws(BundleFormatError) -> BundleContents {
        var contents: [BundlePath: [UInt8]] = [:]
        for (path, number) in files[year] ?? [:] where path != BundleFile.manifest {
            guard let path = BundlePath(path) else {
                throw BundleFormatError(
                    subject: path, problem: "expected a path that a bundle may have")
            }
            contents[path] = bytes(number)
        }
        let bundle = try BundleContents(year: year, files: contents, format: level(of: year))
        guard version ?? bundle.version == bundle.version else {
            throw .wrong(
                "bundle \(year)", expected: "the version \(version ?? bundle.version)",
                found: "\(bundle.version)")
        }
        return bundle
    }
}
