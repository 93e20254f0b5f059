import BundleArchive
import BundleFormat
import Cryptography
import Files
import Glibc
import SeasonAuthoring
import TUF

/// The seasons that earlier runs of this very program have checked without a mistake, kept as zips.
///
/// Warnings are not kept, because a publish does not show them; `check` does, and uses no cache.
///
/// The key of a season is the hash of all its files, of the files that it is an alias of, and of the
/// program. So a kept season is what a new check would give. Nothing depends on the cache: it can be
/// removed at any time, and if it cannot be read or written, everything is checked.
package struct CheckCache: Sendable {
    /// The folder; made when something is kept.
    let folder: String
    let program: String

    /// The most zips of one season that are kept: enough for a few branches of an author's work.
    static let zipsMax = 4

    /// The user's cache: `$BUNDLE_PUBLISH_CACHE`, else below `$XDG_CACHE_HOME`, else below `~/.cache`.
    ///
    /// Nil if there is no place for one, or the variable is `none`.
    package static func standard(variable: (String) -> String?) -> CheckCache? {
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

    func find(
        _ year: BundleYear, key: String, among names: Names,
        orElse again: @escaping @Sendable () -> PackedSeason?
    ) -> PackedSeason? {
        let prefix = "\(year)-\(key)-"
        let kept = names[year]?.first { $0.hasPrefix(prefix) }
        return kept.flatMap { PackedSeason(named: $0, in: folder, again: again) }
    }

    /// Keeps a season for later runs; this run reads it from its file from now on, if it could be kept.
    func keep(
        _ packed: PackedSeason, key: String, beside names: Names,
        orElse again: @escaping @Sendable () -> PackedSeason?
    ) -> PackedSeason {
        guard let zip = try? packed.zip() else { return packed }
        let name = packed.fileName(key: key)
        do throws(FileError) {
            // Not synced: if a power cut damages the file, its hash shows that.
            try Files.replaceFileWithoutSync(at: "\(folder)/\(name)", with: zip)
        } catch {
            return packed
        }
        removeOldest(names[packed.year, default: []].filter { $0 != name })
        return PackedSeason(named: name, in: folder, again: again) ?? packed
    }

    /// The names in the folder by the year that they begin with.
    typealias Names = [BundleYear: [String]]

    /// Makes the folder, if it is not there, and reads the names; if the folder cannot be made, nothing will be kept.
    func names() -> Names {
        try? Files.createDirectoriesAndSync(folder, mode: 0o700)
        var names: Names = [:]
        for name in (try? Files.names(in: folder)) ?? [] {
            guard let year = BundleYear(String(name.prefix { $0 != "-" })) else { continue }
            names[year, default: []].append(name)
        }
        return names
    }

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

    /// The hash of everything that a check depends on: the season's files, those of the season that it is
    /// an alias of, and the program.
    func key(_ season: SeasonSource) -> String {
        var hash = SHA256()
        func add(_ bytes: [UInt8]) {
            // The length comes first, so that no two lists of files give the same hash.
            for part in [Array("\(bytes.count):".utf8), bytes] {
                part.withUnsafeBytes { hash.update(bufferPointer: $0) }
            }
        }
        add(Array(program.utf8))
        // A borrowed file that cannot be read is a mistake, and no season with mistakes is kept.
        let borrowed = season.descriptions.compactMap(\.borrowed)
            .map { ($0.path, (try? $0.content.get()) ?? []) }
        for (path, bytes) in season.files.map({ ($0.path, $0.bytes) }) + borrowed {
            // The path is relative to the seasons: messages name paths, but a kept season has no messages.
            add(Array(path.split(separator: "/").suffix(2).joined(separator: "/").utf8))
            add(bytes)
        }
        return Hex.encode(hash.finalize().prefix(16))
    }

    /// Device, inode, length and times of this program's file: another build has others.
    ///
    /// No program can set the time of the inode's last change. So it tells apart even builds whose files
    /// have the same date and length.
    private static func program() -> String? {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        return "\(status.st_dev)-\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-"
            + "\(status.st_mtim.tv_nsec)-\(status.st_ctim.tv_sec)-\(status.st_ctim.tv_nsec)-"
            + programVersion
    }
}

extension SeasonSource {
    /// Every file that affects what is published, with the expected tables.
    fileprivate var files: [SourceFile] {
        descriptions.map(\.file)
            + samples.flatMap { [$0.match] + ($0.expected.map { [$0] } ?? []) }
    }
}
