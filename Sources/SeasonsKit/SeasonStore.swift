import BundleFormat
import BundleZip
import Foundation
import SeasonClient

/// Where an app keeps its seasons: small files, and one zip for each content.
///
/// The order of writes is the commit:
/// 1. the new zips,
/// 2. the small files, `set.json` last,
/// 3. the removal of zips that nothing needs.
///
/// Each file is written next to its place, synchronised and renamed. So an app that is killed anywhere serves the
/// old seasons or the new ones. Everything is verified again when it is read.
struct SeasonStore: Sendable {
    private let folder: URL
    /// Told before each change of a file, and before a season is tested; tests end an update there.
    let onStep: @Sendable (String) throws -> Void
    private let whole = WholeZips()

    private var bundlesFolder: URL { folder.appendingPathComponent("bundles", isDirectory: true) }
    private var metadataFolder: URL { folder.appendingPathComponent("metadata", isDirectory: true) }

    /// The report of the last update.
    static let report = "last-poll.json"
    private static let temporary = ".new-"
    /// The longest small file; prevents a wrong file from filling the memory.
    private static let fileBytesMax = 8 << 20

    init(_ folder: URL, onStep: @escaping @Sendable (String) throws -> Void) {
        (self.folder, self.onStep) = (folder, onStep)
    }

    // MARK: Taking turns

    /// Waits until no other object and no other process has an update in this folder.
    ///
    /// - Returns: the lock; an update keeps it until its end.
    func lock() async throws -> StoreLock {
        try prepare()
        let lock = folder.appendingPathComponent(".lock")
        // The wait blocks a thread, so it is one of its own.
        let locked = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result { () throws(SeasonsError) in try StoreLock(lock) })
            }
        }
        return try locked.get()
    }

    private func prepare() throws {
        for place in [metadataFolder, bundlesFolder] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        #if canImport(Darwin)
            // The seasons can be downloaded again.
            var place = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? place.setResourceValues(values)
        #endif
    }

    /// Removes what a killed update left.
    func removeTemporaries() throws {
        for place in [folder, metadataFolder, bundlesFolder] {
            for name in names(place) where name.hasPrefix(Self.temporary) {
                try remove(place.appendingPathComponent(name))
            }
        }
    }

    // MARK: Reading

    /// The small files by name; a file that cannot be read counts as absent.
    func files() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (place, prefix) in [(folder, ""), (metadataFolder, "metadata/")] {
            for name in names(place) where name.hasSuffix(".json") {
                files[prefix + name] = read(
                    place.appendingPathComponent(name), lengthBytesMax: Self.fileBytesMax)
            }
        }
        return files
    }

    /// What is served; nil before the first update, or if the file is damaged.
    func index() -> SetIndex? {
        read(
            folder.appendingPathComponent(SetIndex.fileName), lengthBytesMax: Self.fileBytesMax
        ).flatMap { try? SetIndex.decode($0) }
    }

    /// The seasons inside the app that may be shown beside the folder's set: none that the publisher has recalled.
    ///
    /// A folder that has read a repository and has lost its set does not know what was recalled: then it is none at all, until
    /// the next update.
    func showable(_ embedded: SetIndex, beside served: SetIndex?) -> [BundleYear: SetIndex.Entry] {
        guard let recalled = served?.recalled else {
            let timestamp = metadataFolder.appendingPathComponent("timestamp.json")
            let hasRead = FileManager.default.fileExists(atPath: timestamp.path)
            return hasRead ? [:] : embedded.entries
        }
        return embedded.entries.filter { recalled[$0]?.contains($1.version) != true }
    }

    /// The bundles in the folder; a damaged one counts as absent.
    ///
    /// Each is unpacked once, and again only after its file has changed: ``contents(_:)`` verifies it whenever it is read.
    func bundles() -> [StoredBundle] {
        names(bundlesFolder).compactMap { name in
            let parts = name.split(separator: "-")
            guard parts.count == 2, parts[1].hasSuffix(".zip"),
                let year = BundleYear(String(parts[0])),
                let version = ContentVersion(String(parts[1].dropLast(".zip".count)))
            else { return nil }
            let bundle = StoredBundle(year: year, version: version)
            let stamp = WholeZips.Stamp(place(bundle))
            if whole.has(bundle, stamp) { return bundle }
            guard contents(bundle) != nil else { return nil }
            whole.add(bundle, stamp)
            return bundle
        }
    }

    /// A bundle's files; nil if it is missing or damaged.
    func contents(_ bundle: StoredBundle) -> BundleContents? {
        zip(bundle).flatMap {
            try? Unpacker.contents(of: $0, expecting: bundle.version, year: bundle.year)
        }
    }

    /// A bundle as it was downloaded; nil if it cannot be read.
    func zip(_ bundle: StoredBundle) -> [UInt8]? {
        read(place(bundle), lengthBytesMax: BundleLimits.standard.zipBytesMax)
    }

    /// This installation's random name, made once.
    func machineID() throws -> String {
        let file = folder.appendingPathComponent("machine-id")
        let known = read(file, lengthBytesMax: 64).map { String(decoding: $0, as: UTF8.self) }
        if let known, known.utf8.count == 32 { return known }
        let id = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        try write(Array(id.utf8), to: file)
        return id
    }

    // MARK: Writing

    /// Writes what a poll has brought, in the order of this type's comment.
    func commit(_ result: PollResult) throws {
        for (bundle, zip) in result.bundles {
            try write(zip, to: place(bundle))
            whole.add(bundle, WholeZips.Stamp(place(bundle)))
        }
        for (name, bytes) in result.files {
            let file = folder.appendingPathComponent(name)
            if let bytes {
                try write(bytes, to: file)
            } else if FileManager.default.fileExists(atPath: file.path) {
                try remove(file)
            }
        }
        for bundle in result.unneeded { try remove(place(bundle)) }
    }

    private func write(_ bytes: [UInt8], to file: URL) throws {
        let parent = file.deletingLastPathComponent()
        let new = parent.appendingPathComponent(Self.temporary + file.lastPathComponent)
        try onStep("write \(new.lastPathComponent)")
        try Data(bytes).write(to: new)
        try System.sync(new)
        try onStep("rename \(file.lastPathComponent)")
        try System.rename(new, to: file)
        try System.sync(parent)
    }

    private func remove(_ file: URL) throws {
        try onStep("remove \(file.lastPathComponent)")
        try FileManager.default.removeItem(at: file)
    }

    private func place(_ bundle: StoredBundle) -> URL {
        bundlesFolder.appendingPathComponent("\(bundle.year)-\(bundle.version.hex).zip")
    }

    private func names(_ place: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).sorted()
    }

    private func read(_ file: URL, lengthBytesMax: Int) -> [UInt8]? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: lengthBytesMax + 1) ?? Data(),
            data.count <= lengthBytesMax
        else { return nil }
        return [UInt8](data)
    }
}

/// The zips that were found whole since the app started, each with the signs of its file at that time.
private final class WholeZips: @unchecked Sendable {
    /// What changes if a file is written or replaced.
    struct Stamp: Equatable {
        let length, number: Int?
        let modified: Date?

        init(_ file: URL) {
            let found = try? FileManager.default.attributesOfItem(atPath: file.path)
            length = found?[.size] as? Int
            number = found?[.systemFileNumber] as? Int
            modified = found?[.modificationDate] as? Date
        }
    }

    /// Protects ``stamps``.
    private let lock = NSLock()
    private var stamps: [StoredBundle: Stamp] = [:]

    func has(_ bundle: StoredBundle, _ stamp: Stamp) -> Bool {
        lock.withLock { stamps[bundle] == stamp }
    }

    func add(_ bundle: StoredBundle, _ stamp: Stamp) { lock.withLock { stamps[bundle] = stamp } }
}
