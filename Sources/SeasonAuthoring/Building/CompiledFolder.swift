import BundleArchive
import BundleFormat
import Files

/// A folder of compiled seasons, `<path>/<year>/manifest.json` and the files it lists, and `set.json`.
///
/// It writes each season completely under a temporary name and then renames it; the index comes last.
/// It changes and removes no other file in the folder.
package struct CompiledFolder {
    package let path: String
    /// What the index says of where the seasons came from.
    package let origin: BundleOrigin
    /// The time of the changed contents, in seconds since 1970; only embedded seasons have one.
    package var sinceUnixSeconds: Int64 = 0

    package init(path: String, origin: BundleOrigin, sinceUnixSeconds: Int64 = 0) {
        self.path = path
        self.origin = origin
        self.sinceUnixSeconds = sinceUnixSeconds
    }

    package struct Change: Equatable, CustomStringConvertible {
        package enum ChangeKind: String {
            case written, removed, unchanged
        }
        package let year: BundleYear
        package let kind: ChangeKind
        /// The version now there, or the one removed.
        package let version: ContentVersion

        /// `2026 written 1f0c2d3e4a5b`.
        package var description: String { "\(year) \(kind.rawValue) \(version.short)" }
    }

    /// Makes the folder hold the seasons.
    ///
    /// - Throws: ``AuthoringError``; then each season is the old or the new one.
    package func write(
        _ seasons: [BundleContents], removingOthers: Bool
    ) throws(AuthoringError) -> [Change] {
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(path)
            try removeLeftovers()
        }
        var changes: [Change] = []
        for season in seasons {
            changes.append(try write(season))
        }
        if removingOthers {
            changes += try removeAll(except: Set(seasons.map(\.year)))
        }
        try writeIndex()
        return changes.sorted { $0.year < $1.year }
    }

    private func write(_ season: BundleContents) throws(AuthoringError) -> Change {
        let place = "\(path)/\(season.year)"
        let isThere = try onDisk(try Files.kind(place)) != nil
        if isThere, let found = version(at: place), found == season.version {
            return Change(year: season.year, kind: .unchanged, version: season.version)
        }
        if isThere { try refuseUnlessCompiled(place) }
        let made = "\(path)/\(Files.temporaryPrefix)\(season.year)"
        do throws(ArchiveError) {
            try season.write(into: made)
        } catch {
            throw AuthoringError("\(error)", kind: .disk)
        }
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            try put(made, at: place, replacing: isThere)
            try Files.syncDirectory(path)
        }
        return Change(year: season.year, kind: .written, version: season.version)
    }

    /// Puts a folder in another one's place.
    ///
    /// Between the two renames a reader finds no season, but never a part of one. If a build is killed
    /// between them, the next build puts the old folder back first.
    private func put(_ made: String, at place: String, replacing: Bool) throws(FileError) {
        guard replacing else { return try Files.rename(made, to: place) }
        let old = made + Self.oldSuffix
        try Files.rename(place, to: old)
        do throws(FileError) {
            try Files.rename(made, to: place)
        } catch {
            try? Files.rename(old, to: place)
            throw error
        }
        try Files.removeTree(old)
    }

    private static let oldSuffix = ".old"

    private func removeAll(except years: Set<BundleYear>) throws(AuthoringError) -> [Change] {
        let names = try onDisk(try Files.names(in: path))
        var changes: [Change] = []
        for year in names.compactMap({ BundleYear($0) }) where !years.contains(year) {
            let place = "\(path)/\(year)"
            guard let version = version(at: place) else { continue }
            try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
                try Files.removeTree(place)
                try Files.syncDirectory(path)
            }
            changes.append(Change(year: year, kind: .removed, version: version))
        }
        return changes
    }

    /// Writes the index of what the folder has now, unless the index is right already.
    ///
    /// An embedded season keeps the time when its content was first embedded. An agent compares these times
    /// to find the newer of two contents.
    private func writeIndex() throws(AuthoringError) {
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            var index = SetIndex()
            let before = readIndex()
            for year in try Files.names(in: path).compactMap({ BundleYear($0) }) {
                guard let version = version(at: "\(path)/\(year)") else { continue }
                var entry = SetIndex.Entry(version: version, origin: origin)
                if let known = before?.entries[year], known.version == version {
                    entry.publishedUnixSeconds = known.publishedUnixSeconds
                }
                if origin == .embedded, entry.publishedUnixSeconds == nil {
                    entry.publishedUnixSeconds = sinceUnixSeconds
                }
                index.entries[year] = entry
            }
            _ = try writeUnlessThere(index.encoded(), to: "\(path)/\(SetIndex.fileName)")
        }
    }

    /// The index before this build; nil if none can be read.
    private func readIndex() -> SetIndex? {
        let bytes = try? Files.read(
            "\(path)/\(SetIndex.fileName)", lengthBytesMax: SetIndex.lengthBytesMax)
        return bytes.flatMap { try? SetIndex.decode($0) }
    }

    private func removeLeftovers() throws(FileError) {
        for name in try Files.names(in: path) where name.hasPrefix(Files.temporaryPrefix) {
            let left = "\(path)/\(name)"
            let year = name.dropFirst(Files.temporaryPrefix.count).dropLast(Self.oldSuffix.count)
            let place = "\(path)/\(year)"
            let isOld = name.hasSuffix(Self.oldSuffix) && BundleYear(String(year)) != nil
            if isOld, try Files.kind(place) == nil {
                try Files.rename(left, to: place)
            } else {
                try Files.removeTree(left)
            }
        }
    }

    /// The version of an intact compiled season; nil for anything else.
    private func version(at place: String) -> ContentVersion? {
        (try? BundleVerifier.verify(directory: place))?.version
    }

    /// Refuses to replace a folder that is no compiled season: `build --output bundles` would delete an author's work.
    private func refuseUnlessCompiled(_ place: String) throws(AuthoringError) {
        let manifest = "\(place)/\(BundleFile.manifest)"
        guard try onDisk(try Files.kind(manifest)) == .file else {
            throw AuthoringError(
                "\(place): expected a compiled season or nothing, found something else",
                kind: .notCompiled(path: place),
                remedy: "choose another folder, or remove this one yourself")
        }
    }
}

/// Replaces a file and waits for the disk, unless the file has that content already.
///
/// - Returns: whether it was written.
package func writeUnlessThere(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    if try Files.kind(path) == .file,
        try Files.lengthBytes(path) == bytes.count,
        try Files.read(path, lengthBytesMax: bytes.count) == bytes
    {
        return false
    }
    try Files.replaceFileAndSync(at: path, with: bytes)
    return true
}
