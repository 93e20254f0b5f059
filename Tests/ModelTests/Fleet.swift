import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import RepositoryTransport
@testable import SeasonClient

/// Machines of every kind, each with a real agent on a state folder of its own.
struct Fleet {
    /// What is special about a machine.
    struct Kind: Sendable {
        let name: String
        /// The wave that it is configured for.
        var wave: Int?
        /// Whether its program has the first contents inside.
        var hasEmbedded = false
    }

    static let kinds = [
        Kind(name: "plain"), Kind(name: "first wave", wave: 1),
        Kind(name: "second wave", wave: 2), Kind(name: "third wave", wave: 3),
        Kind(name: "with seasons inside", hasEmbedded: true),
    ]

    var machines: [MachineRecord]

    /// Makes the machines; none has polled yet.
    init(_ root: String, _ catalogue: Catalogue) {
        machines = Self.kinds.enumerated().map { at, kind in
            var machine = MachineRecord(number: at, kind: kind, path: "\(root)/machine-\(at)")
            guard kind.hasEmbedded else { return machine }
            for year in HistoryMaker.years.prefix(2) {
                guard let content = catalogue.version(year, 1) else { continue }
                machine.embedded[year] = .init(content: content, published: Workshop.start - 86_400)
            }
            return machine
        }
    }
}

/// A machine as the judge knows it.
struct MachineRecord {
    /// A season inside its program.
    struct Embedded: Equatable {
        var content: ContentVersion
        var published: Int64
    }

    let number: Int
    let kind: Fleet.Kind
    /// Its state folder, and its identity next to it.
    let path: String
    var embedded: [Int: Embedded] = [:]
    /// What it served after the last thing that happened to it.
    var served: [Int: ContentVersion] = [:]
    /// Everything that it has served, by season.
    var had: [Int: Set<ContentVersion>] = [:]
    /// The state that it accepted last.
    var accepted: Signed?
    /// The newest root that it knows; nil before its first poll.
    var root: [UInt8]?

    var state: StateFolder { StateFolder("\(path)/state") }
    /// Tells it from others.
    var identity: String { String(repeating: "\(number)", count: 32) }
    var name: String { "machine \(number) (\(kind.name))" }

    /// The real agent.
    func poller(
        _ site: String, root: [UInt8], now: Int64, isCopy: Bool = false, _ catalogue: Catalogue
    ) throws -> Poller {
        try Files.createDirectoriesAndSync(path)
        try Files.replaceFileWithoutSync(at: "\(path)/machine-id", with: Array(identity.utf8))
        var options = Poller.Options()
        options.lockWait = .zero
        options.wave = kind.wave
        options.machineIDFile = "\(path)/machine-id"
        options.random = { 0.5 }
        return Poller(
            state: state, embedded: embeddedSet(catalogue),
            repository: Poller.Repository(
                packagedRoot: root,
                mirrors: [Mirror(address: site, fetcher: FileFetcher(folder: site))],
                isCopy: isCopy),
            options: options, clock: { now })
    }

    private func embeddedSet(_ catalogue: Catalogue) -> EmbeddedSet {
        var files: [(path: String, bytes: [UInt8])] = []
        var index = SetIndex()
        for (year, inside) in embedded {
            guard let content = catalogue.content(inside.content),
                let bundle = catalogue.bundles[.init(year: year, content: content)]
            else { continue }
            files.append(("\(year)/\(BundleFile.manifest)", bundle.manifest.encoded()))
            for (path, bytes) in bundle.files { files.append(("\(year)/\(path)", bytes)) }
            index.entries[bundle.year] = SetIndex.Entry(
                version: bundle.version, origin: .embedded,
                publishedUnixSeconds: inside.published)
        }
        files.append((SetIndex.fileName, index.encoded()))
        let contents = files.map(\.bytes)
        return EmbeddedSet(paths: files.map(\.path)) { contents[$0] }
    }

    /// What a reader of `current` finds, every bundle held against its version.
    func current() throws -> [Int: ContentVersion] {
        guard try Files.kind(state.current) != nil else { return [:] }
        let index = try SetIndex.decode(
            Files.read("\(state.current)/\(SetIndex.fileName)", lengthBytesMax: 1 << 20))
        var versions: [Int: ContentVersion] = [:]
        for (year, entry) in index.entries {
            try BundleVerifier.verify(
                directory: "\(state.current)/\(year)", expecting: entry.version)
            versions[year.number] = entry.version
        }
        return versions
    }

    /// Every version that lies in the state folder, as a bundle or as a zip.
    func kept() throws -> Set<ContentVersion> {
        var names: [String] = []
        if try Files.kind(state.zips) == .directory {
            names += try Files.names(in: state.zips).map { String($0.prefix(64)) }
        }
        if try Files.kind(state.bundles) == .directory {
            for year in try Files.names(in: state.bundles) {
                names += try Files.names(in: "\(state.bundles)/\(year)")
            }
        }
        return Set(names.compactMap { ContentVersion($0) })
    }

    /// When this machine follows an entry, in seconds since 1970; the largest number where it never does.
    func opening(_ entry: Signed.Entry) -> Int64 {
        let waves = entry.course.waves
        if entry.course.isStopped { return .max }
        guard !waves.isEmpty else { return entry.published }
        let wave: Course.Wave?
        if let configured = kind.wave {
            // The last wave counts for later ones only if it reaches every machine.
            let own = configured <= waves.count ? waves[configured - 1] : waves.last
            wave = configured <= waves.count || own?.percent == 100 ? own : nil
        } else {
            let digest = ContentHasher.hex(of: Array("\(identity)\n\(entry.content.hex)".utf8))
            let place = Int((UInt64(digest.prefix(15), radix: 16) ?? 0) % 10_000)
            wave = waves.first { place < $0.percent * 100 }
        }
        return wave.map { entry.published + $0.seconds } ?? .max
    }
}
