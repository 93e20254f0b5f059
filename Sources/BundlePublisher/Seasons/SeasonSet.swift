import BundleArchive
import BundleFormat
import Cryptography
import SeasonAuthoring
import TUF

/// The seasons that a publish is given: those of HEAD, or the folder as it is.
package struct SeasonSet: Sendable {
    package enum Origin: Equatable, Sendable {
        /// From the objects of HEAD; without git, or if HEAD has no such folder, from the folder.
        case committed
        /// These years from the folder, or all if there are none.
        case uncommitted(Set<BundleYear>)
        /// All from the folder, even if git does not answer.
        case folder
    }

    /// A season that was read and not checked yet.
    struct Season: Sendable {
        let year: BundleYear
        /// The hash of its source files: ``SourceHash``.
        let hash: String
        let folders: [String]
        /// Whether HEAD has the same source files.
        let isCommitted: Bool
        fileprivate let files: Files
    }

    /// The folder of seasons as it was named.
    let folder: String
    package let git: GitRepository?
    let seasons: [BundleYear: Season]
    /// The years whose folder is not as HEAD has it.
    package let differing: [BundleYear]
    /// Why git does not say what is committed; nil if it does.
    let problem: PublishError?
    private let diagnostics: [Diagnostic]

    /// Reads the seasons; throws if there is no folder, or git is there and does not answer.
    package init(_ folder: String, _ origin: Origin) throws(PublishError) {
        self.folder = folder
        (git, problem) = try Self.repository(folder, origin)
        let head = try git.map { (git) throws(PublishError) in
            try Scan(.committed(CommittedFiles(git, folder: folder)), folder)
        }
        let disk: Scan?
        do throws(PublishError) {
            disk = try Scan(.onDisk, folder)
        } catch {
            guard head != nil else { throw error }
            disk = nil
        }
        var chosen: [String: Scanned] = [:]
        let (committed, there) = (head?.found ?? [:], disk?.found ?? [:])
        switch origin {
        case .committed: chosen = head == nil ? there : committed
        case .folder, .uncommitted([]): chosen = disk == nil ? committed : there
        case .uncommitted(let years):
            chosen = head == nil ? there : committed
            for year in years { chosen["\(year)"] = there["\(year)"] }
        }
        var missing: [Diagnostic] = []
        if case .uncommitted(let years) = origin {
            missing = try converting(try SeasonReader.list(folder, years: years).diagnostics) {
                (error: AuthoringError) in PublishError(error)
            }
        }
        diagnostics = chosen.values.flatMap(\.diagnostics) + missing
        var seasons: [BundleYear: Season] = [:]
        for (name, scanned) in chosen {
            guard let source = scanned.source else { continue }
            seasons[source.year] = Season(
                year: source.year, hash: source.hash, folders: source.folders,
                isCommitted: head != nil && committed[name]?.source?.hash == source.hash,
                files: scanned.files)
        }
        self.seasons = seasons
        let names = head == nil || disk == nil ? [] : Set(committed.keys).union(there.keys)
        differing = names.filter { committed[$0]?.source?.hash != there[$0]?.source?.hash }
            .compactMap { BundleYear($0) }.sorted()
    }

    private static func repository(
        _ folder: String, _ origin: Origin
    ) throws(PublishError) -> (GitRepository?, PublishError?) {
        do throws(PublishError) {
            return (try GitRepository.find(folder), nil)
        } catch {
            guard origin == .folder else { throw error }
            return (nil, error)
        }
    }

    // MARK: - Checking and packing

    /// Checks and packs seasons; throws all mistakes, also those of seasons that need no packing.
    func pack(_ years: some Sequence<BundleYear>) throws(PublishError) -> [BundleYear: PackedSeason]
    {
        let wanted = years.sorted().compactMap { seasons[$0] }
        let packed = concurrently(wanted) { pack($0) }
        try converting(
            try ContentCheck(folder: folder).refuseMistakes(
                diagnostics + packed.flatMap(\.diagnostics), seasonsCount: seasons.count)
        ) { (error: AuthoringError) in PublishError(error) }
        let all = packed.compactMap(\.season).map { ($0.year, $0) }
        return Dictionary(uniqueKeysWithValues: all)
    }

    private func pack(_ season: Season) -> (season: PackedSeason?, diagnostics: [Diagnostic]) {
        let name = "\(season.year)"
        guard let source = season.files.read(name, folder).seasons.first else { return (nil, []) }
        let outcome = SeasonCheck(folder: folder).run(source)
        guard let checked = outcome.season else { return (nil, outcome.diagnostics) }
        do throws(BundleFormatError) {
            return (try PackedSeason(checked), outcome.diagnostics)
        } catch {
            let mistake = Diagnostic(file: "\(folder)/\(name)", message: "\(error)")
            return (nil, outcome.diagnostics + [mistake])
        }
    }

    // MARK: - Reading

    fileprivate enum Files: Sendable {
        case onDisk
        case committed(CommittedFiles)

        var all: any SeasonFiles {
            switch self {
            case .onDisk: FilesOnDisk()
            case .committed(let files): files
            }
        }

        func read(_ name: String, _ folder: String) -> SeasonReader {
            let files: any SeasonFiles =
                if case .committed(let files) = self, let loaded = try? files.loading(name) {
                    loaded
                } else {
                    all
                }
            var reader = SeasonReader(files)
            reader.read(name, in: folder, years: [])
            return reader
        }
    }

    private struct Scanned: Sendable {
        var source: (year: BundleYear, hash: String, folders: [String])?
        var diagnostics: [Diagnostic]
        let files: Files
    }

    /// The seasons of one place, each read once and forgotten but for its hash.
    private struct Scan {
        var found: [String: Scanned] = [:]

        init(_ files: Files, _ folder: String) throws(PublishError) {
            let names = try converting(
                try SeasonReader.list(folder, years: [], from: files.all).names
            ) { (error: AuthoringError) in PublishError(error) }
            let scanned = concurrently(names) { name in
                Result { () throws(PublishError) in try Self.scan(name, files, folder) }
            }
            for (name, scanned) in zip(names, scanned) { found[name] = try scanned.get() }
        }

        private static func scan(
            _ name: String, _ files: Files, _ folder: String
        ) throws(PublishError) -> Scanned {
            var foreign: [Diagnostic] = []
            var loaded = files
            if case .committed(let committed) = files {
                // A missing object ends the publish; it is no mistake of an author.
                let season = try committed.loading(name)
                (foreign, loaded) = (season.foreign(name), .committed(season))
            }
            let reader = loaded.read(name, folder)
            let source = reader.seasons.first.map {
                (year: $0.year, hash: SourceHash.of($0), folders: $0.folders)
            }
            let others = reader.diagnostics.filter { mistake in
                !foreign.contains { $0.file == mistake.file }
            }
            return Scanned(source: source, diagnostics: foreign + others, files: files)
        }
    }
}

/// A season that has been checked: its version and its zip, as this program packs it.
struct PackedSeason: Sendable {
    let year: BundleYear
    let stored: StoredZip
    let zip: [UInt8]

    var version: ContentVersion { stored.version }

    /// Packs a season that was checked just now; throws if an agent would refuse the zip.
    init(_ season: CheckedSeason) throws(BundleFormatError) {
        let contents = season.contents
        zip = try contents.zipped()
        year = contents.year
        stored = StoredZip(
            version: contents.version, format: contents.manifest.format,
            sha256: ContentHasher.hex(of: zip), lengthBytes: zip.count)
    }

    func contents() throws(PublishError) -> BundleContents {
        try converting(try Unpacker.contents(of: zip, expecting: version, year: year)) {
            (error: BundleFormatError) in PublishError("\(year): \(error)")
        }
    }
}

/// The hash of the source files that a season is compiled from, with those of the seasons that it is an alias of.
///
/// Line ends and byte order marks are normalised. A file that is not compiled, such as a README, does not count.
enum SourceHash {
    static func of(_ season: SeasonSource) -> String {
        var hash = SHA256()
        func add(_ bytes: [UInt8]) {
            // The length comes first, so that no two lists of files give the same hash.
            for part in [Array("\(bytes.count):".utf8), bytes] {
                part.withUnsafeBytes { hash.update(bufferPointer: $0) }
            }
        }
        // A borrowed file that cannot be read is a mistake, and no season with mistakes is published.
        let borrowed = season.descriptions.compactMap(\.borrowed)
            .map { SourceFile(path: $0.path, bytes: (try? $0.content.get()) ?? []) }
        for file in season.files + borrowed {
            let names = file.path.split(separator: "/")
            let isSample = names.dropLast().last == "samples"
            // Below the folder of seasons, which may have any name.
            add(Array(names.suffix(isSample ? 3 : 2).joined(separator: "/").utf8))
            add(file.bytes)
        }
        return Hex.encode(hash.finalize())
    }
}

extension SeasonSource {
    fileprivate var files: [SourceFile] {
        descriptions.map(\.file)
            + samples.flatMap { [$0.match] + ($0.expected.map { [$0] } ?? []) }
    }

    /// The folders that it is compiled from: its own, and those of the seasons that it is an alias of.
    var folders: [String] {
        var folders = ["\(year)"]
        for path in descriptions.compactMap(\.borrowed?.path) {
            let name = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
            if !folders.contains(name) { folders.append(name) }
        }
        return folders
    }
}
