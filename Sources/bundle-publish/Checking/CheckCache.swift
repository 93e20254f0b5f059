import BundleArchive
import BundleFormat
import Files
import Glibc

/// What earlier runs of this very program have checked without a word to say, kept as zips.
///
/// A season is found again only by the hash of all its files and of the program, so a kept one is what
/// checking it again would give. Nothing depends on it: it can be removed at any time, and where it
/// cannot be read or written everything is checked as if there were none.
struct CheckCache: Sendable {
    /// The folder; made when something is kept.
    let folder: String
    /// What stands for this build of the program.
    let program: String

    /// Zips of one season that are kept: a few branches that somebody goes back and forth between.
    static let zipsMax = 4

    /// The user's cache: `$BUNDLE_PUBLISH_CACHE`, else below `$XDG_CACHE_HOME`, else below `~/.cache`.
    ///
    /// - Parameter variable: looks an environment variable up.
    /// - Returns: the cache; nil where there is no place for one, or the variable is `none`.
    static func standard(
        variable: (String) -> String? = Surroundings.variable
    ) -> CheckCache? {
        func place(_ name: String, _ below: String) -> String? {
            variable(name).flatMap { $0.isEmpty ? nil : $0 + below }
        }
        guard
            let folder = place("BUNDLE_PUBLISH_CACHE", "")
                ?? place("XDG_CACHE_HOME", "/bundle-publish")
                ?? place("HOME", "/.cache/bundle-publish"),
            folder != "none", let program = program()
        else { return nil }
        return CheckCache(folder: folder, program: program)
    }

    /// The season as an earlier run has kept it.
    ///
    /// - Parameter season: what its author wrote.
    /// - Returns: the season; nil where none is kept.
    func find(_ season: SeasonSource) -> PackedSeason? {
        let prefix = "\(season.year)-\(key(season))-"
        guard let name = names().first(where: { $0.hasPrefix(prefix) }) else { return nil }
        let hashes = name.dropFirst(prefix.count).split(whereSeparator: { "-.".contains($0) })
        guard hashes.count == 3, let version = ContentVersion(String(hashes[0])) else { return nil }
        return PackedSeason(
            kept: "\(folder)/\(name)", year: season.year, version: version,
            sha256: String(hashes[1]))
    }

    /// Keeps a season's zip for later runs, and so that this one need not keep it in memory.
    ///
    /// - Parameters:
    ///   - packed: the season, which nothing was found wrong with.
    ///   - season: what its author wrote.
    /// - Returns: the season, as it is found from now on; the same as before where it cannot be kept.
    func keep(_ packed: PackedSeason, of season: SeasonSource) -> PackedSeason {
        let prefix = "\(season.year)-"
        let name = "\(prefix)\(key(season))-\(packed.version.hex)-\(packed.sha256).zip"
        guard let zip = try? packed.zip() else { return packed }
        do throws(FileError) {
            try Files.createDirectories(folder, mode: 0o700)
            // Not synced: what a power cut damages is found by its hash.
            try Files.writeAtomically(zip, to: "\(folder)/\(name)")
        } catch {
            return packed
        }
        removeOldest(names().filter { $0.hasPrefix(prefix) && $0 != name })
        return PackedSeason(
            kept: "\(folder)/\(name)", year: packed.year, version: packed.version,
            sha256: packed.sha256)
    }

    /// Leaves the newest of a season's other zips.
    private func removeOldest(_ others: [String]) {
        guard others.count >= Self.zipsMax else { return }
        let newestFirst =
            others
            .map { (name: $0, modified: (try? Files.modificationTime("\(folder)/\($0)")) ?? 0) }
            .sorted { $0.modified > $1.modified }
        for file in newestFirst.dropFirst(Self.zipsMax - 1) {
            try? Files.remove("\(folder)/\(file.name)")
        }
    }

    private func names() -> [String] {
        (try? Files.names(in: folder)) ?? []
    }

    /// The hash of everything that what is checked depends on.
    private func key(_ season: SeasonSource) -> String {
        var hashed: [UInt8] = []
        func add(_ bytes: [UInt8]) {
            // The length first: two files must not pass for one.
            hashed += Array("\(bytes.count):".utf8)
            hashed += bytes
        }
        add(Array(program.utf8))
        for file in season.files {
            // Below the season's folder: messages name paths, but what is kept has no messages.
            add(Array(file.path.split(separator: "/").suffix(2).joined(separator: "/").utf8))
            add(file.bytes)
        }
        return String(ContentHasher.hex(of: hashed).prefix(32))
    }

    /// Device, inode, length and time of this program's file: another build has others.
    private static func program() -> String? {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        return "\(status.st_dev)-\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-"
            + "\(status.st_mtim.tv_nsec)"
    }
}

extension SeasonSource {
    /// Every file that what is published depends on, the expected tables among them.
    fileprivate var files: [SourceFile] {
        [description] + (insights.map { [$0] } ?? [])
            + samples.flatMap { [$0.match] + ($0.expected.map { [$0] } ?? []) }
    }
}
