import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import JSON
import RepositoryTransport
@testable import SeasonClient
import TestSupport
import TUF
import WebTransport

/// A publisher with its repository on the disk, and one machine with an agent: real folders, real
/// signatures, a clock that a test turns.
final class World {
    /// Turned by tests.
    var now: Int64
    let folder: TemporaryDirectory
    /// The bundles inside the agent's program: for each year the word its description holds.
    var embedded: [Int: String] = [:]
    /// When each of those was published, where the program says so.
    var embeddedPublished: [Int: Int64] = [:]
    /// What the agents are told beside their repository.
    var options: Poller.Options = {
        var options = Poller.Options()
        options.lockWait = .zero
        // Each poll has a poller of its own, and finds all damage: ReadingTurnsTests are about the turns.
        options.readsAllFirst = true
        return options
    }()
    /// What is signed with a year's version.
    var rollout: [Int: Rollout] = [:]
    /// The recalled words of each year, and the withdrawn years; a repository without any has no list.
    var recalled: [Int: [String]] = [:]
    var withdrawn: Set<Int> = []
    /// Changes targets before they are signed.
    var editTargets: (inout [TargetFile]) -> Void = { _ in }
    /// Asked during transfers.
    var isCancelled: () -> Bool = { false }

    private let rootKey = SigningKey()
    private var onlineKey = SigningKey()
    let root: SignedMetadata
    /// All of them, oldest first.
    private var roots: [SignedMetadata] = []
    /// The root that the machine's package brings.
    private(set) var packagedRoot: [UInt8] = []
    /// Of the metadata that was published last.
    var version: Int64 = 0

    var state: StateFolder { StateFolder(folder["state"]) }
    var site: String { folder["site"] }

    /// Makes both, with nothing published yet.
    ///
    /// - Parameter now: 2026-11-21T00:00:00Z; the true time where a process of its own is to poll.
    /// - Throws: where the folder or the keys cannot be made.
    init(now: Int64 = 1_795_219_200) throws {
        self.now = now
        folder = try TemporaryDirectory()
        root = try RootDraft(
            expires: UTCTime(unixSeconds: now).advanced(bySeconds: 5 * 365 * 86_400),
            root: RoleKeys([rootKey.publicKey]), online: RoleKeys([onlineKey.publicKey])
        ).signed(by: [rootKey])
        roots = [root]
        packagedRoot = root.bytes
    }

    /// Makes the state folder as the agent does, with nothing in it, for a test that puts something there first.
    func claimState() throws {
        try Files.createDirectoriesAndSync(state.path)
        try Files.replaceFileAndSync(at: state.mark, with: [])
    }

    // MARK: The publisher

    /// A bundle whose description holds one word; equal words make equal versions.
    static func bundle(_ year: Int, _ word: String) throws -> BundleContents {
        guard let year = BundleYear(year), let description = BundlePath(BundleFile.description),
            let sample = BundlePath("samples/a.txt")
        else { throw Unexpected("no year or path") }
        return try BundleContents(
            year: year,
            files: [description: Array("{\"title\":\"\(word)\"}".utf8), sample: Array(word.utf8)])
    }

    /// The content version of such a bundle.
    static func version(_ year: Int, _ word: String) throws -> ContentVersion {
        try bundle(year, word).version
    }

    /// Publishes such bundles, at this moment, and nothing else.
    func publish(_ words: [Int: String]) throws {
        var targets: [TargetFile] = []
        for (year, word) in words.sorted(by: { $0.key < $1.key }) {
            let bundle = try Self.bundle(year, word)
            let zip = try bundle.zipped()
            let sha256 = ContentHasher.hex(of: zip)
            let path = TargetName(year: bundle.year).path
            try write(zip, "targets/f1/\(year)/\(sha256).bundle.zip")
            targets.append(
                TargetFile(
                    path: path, lengthBytes: zip.count, hashes: ["sha256": sha256],
                    custom: TargetCustom(
                        year: bundle.year, version: bundle.version,
                        published: "\(UTCTime(unixSeconds: now))", rollout: rollout[year]
                    ).json))
        }
        if !recalled.isEmpty || !withdrawn.isEmpty { targets.append(try recallTarget()) }
        editTargets(&targets)
        version += 1
        let day: Int64 = 86_400
        let clock = UTCTime(unixSeconds: now)
        let signed = try SignedMetadata.targets(
            version: version, expires: clock.advanced(bySeconds: 3_650 * day), targets: targets,
            keys: [onlineKey])
        let snapshot = try SignedMetadata.snapshot(
            version: version, expires: clock.advanced(bySeconds: 3_650 * day), targets: signed,
            keys: [onlineKey])
        let timestamp = try SignedMetadata.timestamp(
            version: version, expires: clock.advanced(bySeconds: 90 * day), snapshot: snapshot,
            keys: [onlineKey])
        let publication = Publication(
            roots: roots.map { MetadataFile(name: $0.fileName(), bytes: $0.bytes) },
            targets: signed, snapshot: snapshot, timestamp: timestamp)
        for file in publication.files { try write(file.bytes, "metadata/\(file.name)") }
    }

    /// The target with the recall list; no machine fetches its file, so there is none.
    private func recallTarget() throws -> TargetFile {
        var list = RecallList(withdrawn: Set(withdrawn.compactMap { BundleYear($0) }))
        for (year, words) in recalled {
            list.recalled[.of(year)] = Set(try words.map { try Self.version(year, $0) })
        }
        return TargetFile(
            path: RecallList.targetPath, lengthBytes: 1_000_000_000,
            hashes: ["sha256": String(repeating: "0", count: 64)], custom: list.json)
    }

    /// The next publish signs a recall list that no machine can read.
    func breakRecallList() {
        withdrawn = [2030]
        editTargets = { targets in
            targets = targets.map { target in
                guard target.path == RecallList.targetPath else { return target }
                return TargetFile(
                    path: target.path, lengthBytes: target.lengthBytes,
                    hashes: ["sha256": target.sha256 ?? ""], custom: ["recalled": "none"])
            }
        }
    }

    /// Makes the next root; it is published with the rest.
    func rotateRoot() throws {
        roots.append(
            try RootDraft(
                following: (roots.last ?? root).bytes,
                expires: UTCTime(unixSeconds: now).advanced(bySeconds: 5 * 365 * 86_400)
            ).signed(by: [rootKey]))
    }

    /// Replaces the online key, as after a loss or a theft; the next publish signs with the new one.
    ///
    /// - Parameter isAlone: whether the new root is in the repository before anything that the new key signs.
    /// - Throws: where the root cannot be made or written.
    func replaceOnlineKey(alone isAlone: Bool = false) throws {
        onlineKey = SigningKey()
        var draft = try RootDraft(
            following: (roots.last ?? root).bytes,
            expires: UTCTime(unixSeconds: now).advanced(bySeconds: 5 * 365 * 86_400))
        let online = RoleKeys([onlineKey.publicKey])
        (draft.timestamp, draft.snapshot, draft.targets) = (online, online, online)
        roots.append(try draft.signed(by: [rootKey]))
        guard isAlone, let newest = roots.last else { return }
        try write(newest.bytes, "metadata/\(roots.count).root.json")
    }

    /// The machine gets a newer package, with the newest root.
    func packageNewestRoot() { packagedRoot = (roots.last ?? root).bytes }

    /// Cuts the file of the packaged root.
    func damagePackagedRoot() { packagedRoot.removeLast(100) }

    /// The machine gets another publisher's root.
    func trust(_ other: World) { packagedRoot = other.packagedRoot }

    /// The machine is told this root.
    func trust(_ root: [UInt8]) { packagedRoot = root }

    /// Replaces a file of the repository by other bytes, as an attacker would.
    func write(_ bytes: [UInt8], _ path: String) throws {
        try Files.createDirectoriesAndSync(Paths.parent(of: "\(site)/\(path)"))
        try Files.replaceFileAndSync(at: "\(site)/\(path)", with: bytes)
    }

    /// The zips of a year, as they lie in the repository.
    func zips(_ year: Int) throws -> [String] {
        try Files.names(in: "\(site)/targets/f1/\(year)").map { "targets/f1/\(year)/\($0)" }
    }

    // MARK: The machine

    /// Polls once, by an agent that has just started.
    func poll(repository: String? = nil) -> PollReport {
        poller(repository).poll()
    }

    /// Polls once, from web servers in this order.
    func poll(
        web addresses: [String], _ options: WebOptions = WebOptions(userAgent: "tests/1"),
        _ edit: (inout Poller.Options) -> Void = { _ in }
    ) throws -> PollReport {
        var told = self.options
        edit(&told)
        return Poller(
            state: state, embedded: try embeddedSet(),
            repository: Poller.Repository(
                packagedRoot: packagedRoot,
                mirrors: try addresses.map { address in
                    Mirror(
                        address: address,
                        fetcher: try RepositoryAddress(address).fetcher(
                            options, isCancelled: { self.isCancelled() }))
                }),
            options: told, clock: { self.now }
        ).poll()
    }

    /// Polls once without any repository configured.
    func pollAlone() throws -> PollReport {
        try Poller(
            state: state, embedded: embeddedSet(), repository: nil, options: options,
            clock: { self.now }
        ).poll()
    }

    /// An agent that looks at the publisher's folder, or at another one.
    func poller(_ repository: String? = nil) -> Poller {
        let address = repository ?? site
        return Poller(
            state: state, embedded: (try? embeddedSet()) ?? EmbeddedSet(files: []),
            repository: Poller.Repository(
                packagedRoot: packagedRoot,
                mirrors: [
                    Mirror(
                        address: address,
                        fetcher: FileFetcher(folder: address, isCancelled: { self.isCancelled() }))
                ]),
            options: options, clock: { self.now })
    }

    func embeddedSet() throws -> EmbeddedSet {
        var files: [(path: String, bytes: [UInt8])] = []
        for (year, word) in embedded {
            let bundle = try Self.bundle(year, word)
            files.append(("\(year)/\(BundleFile.manifest)", bundle.manifest.encoded()))
            for (path, bytes) in bundle.files { files.append(("\(year)/\(path)", bytes)) }
        }
        // The program also carries the list of its seasons.
        var index = SetIndex()
        for (year, time) in embeddedPublished {
            guard let word = embedded[year], let known = BundleYear(year) else { continue }
            index.entries[known] = SetIndex.Entry(
                version: try Self.version(year, word), origin: .embedded,
                publishedUnixSeconds: time)
        }
        files.append((SetIndex.fileName, index.encoded()))
        return EmbeddedSet(files: files)
    }

    /// For each year that a reader of `current` finds: the word, and the origin after a colon.
    ///
    /// Fails where a bundle is not whole or not the one its set names.
    func served() throws -> [Int: String] {
        let index = try SetIndex.decode(
            Files.read("\(state.current)/\(SetIndex.fileName)", lengthBytesMax: 1 << 20))
        let names = try Files.names(in: "\(state.current)/.")
        guard names.filter({ $0 != SetIndex.fileName }) == index.years.map(\.description) else {
            throw Unexpected("links \(names), index \(index.years)")
        }
        var served: [Int: String] = [:]
        for (year, entry) in index.entries {
            try BundleVerifier.verify(
                directory: "\(state.current)/\(year)", expecting: entry.version)
            let word = try folder.read("state/current/\(year)/samples/a.txt")
            served[year.number] = "\(word):\(entry.origin.rawValue)"
        }
        return served
    }

    /// Everything below the state folder but the last poll's report: equal worlds have equal ones.
    func disk() throws -> [String] {
        try folder.contents(of: "state").keys.filter { $0 != "last-poll.json" }.sorted()
    }
}

extension EmbeddedSet {
    /// The bundles of a program with these files inside.
    init(files: [(path: String, bytes: [UInt8])]) {
        let contents = files.map(\.bytes)
        self.init(paths: files.map(\.path)) { contents[$0] }
    }
}

/// Something a test relies on did not happen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension PollReport {
    /// Each year's action, for tables.
    var actions: [Int: PollReport.Year.Action] {
        Dictionary(uniqueKeysWithValues: years.map { ($0.year.number, $0.action) })
    }
}
