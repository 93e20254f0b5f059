import BundleArchive
import BundleFormat
import Files
import JSON
import SeasonClient
import UpdatePolicy

/// The bundles that were read completely and found whole, each with the stamp of its files.
///
/// A bundle with the same stamp need not be read again (`docs/adr/0015`). A stored stamp counts
/// only if it equals the current one. If the file is damaged, lost or outdated, that costs only
/// reading.
package final class VerifiedBundles {
    /// The coarsest clock of a file system in use: the two seconds of FAT.
    private static let tickNanoseconds: Int64 = 2_000_000_000

    /// The number of turns, after which the count starts again.
    private static let turnsMax = 1_000_000

    private let state: StateFolder
    private let limits: AgentLimits
    private let clock: () -> Int64
    /// Counts the polls; each poll reads the bundles of one year even if their stamps have not changed.
    package let turn: Int
    private var storedTurn: Int?
    private var stored: [String: String] = [:]
    /// The stamps of the bundles that this process has checked; no other process works in the folder.
    ///
    /// `isSettled` says whether the stamp will certainly show any later change.
    private var records: [String: (stamp: String, isSettled: Bool)] = [:]

    /// Reads the stamps of an earlier poll.
    package init(_ state: StateFolder, _ limits: AgentLimits, clock: @escaping () -> Int64) {
        self.state = state
        self.limits = limits
        self.clock = clock
        let json = (try? Files.read(state.verified, lengthBytesMax: limits.memoryBytesMax))
            .flatMap { try? JSON.parse($0) }
        storedTurn = json?["turn"]?.integerValue.flatMap { Int(exactly: $0) }
        turn = ((storedTurn ?? 0) % Self.turnsMax + Self.turnsMax) % Self.turnsMax
        for member in json?["bundles"]?.objectValue?.members ?? [] {
            stored[member.key] = member.value.stringValue
        }
    }

    /// Whether a bundle's files are the ones that were read.
    ///
    /// - Parameter now: whether this process itself must have read them.
    package func contains(_ name: String, _ stamp: TreeStamp, now: Bool) -> Bool {
        let known = records[name]?.stamp ?? (now ? nil : stored[name])
        return known == ContentHasher.hex(of: stamp.bytes)
    }

    /// Records that a bundle was found whole.
    package func remember(_ name: String, _ stamp: TreeStamp) {
        let (settled, overflow) = stamp.lastChangeNanoseconds
            .addingReportingOverflow(Self.tickNanoseconds)
        records[name] = (
            ContentHasher.hex(of: stamp.bytes), isSettled: !overflow && settled <= clock()
        )
    }

    /// Records that a bundle that this process has written or read is whole.
    package func remember(_ year: BundleYear, _ version: ContentVersion) {
        guard let stamp = try? TreeStamp(ofBundle: state.bundle(year, version)) else { return }
        remember(StateFolder.nameOfBundle(year, version), stamp)
    }

    /// Writes the next turn, and the stamps of the bundles that are there and certain.
    ///
    /// It does not wait for the disk, and a failure does not matter: the file can be made again.
    package func write(keeping inventory: Inventory) {
        let names = Set(
            inventory.bundles.flatMap { (year, versions) in
                versions.map { StateFolder.nameOfBundle(year, $0) }
            })
        var new = stored.filter { names.contains($0.key) }
        for (name, record) in records where names.contains(name) {
            new[name] = record.isSettled ? record.stamp : nil
        }
        guard new != stored || storedTurn != turn + 1 else { return }
        var bundles = JSONObject()
        for (name, stamp) in new.sorted(by: { $0.key < $1.key }) {
            bundles[name] = .string(stamp)
        }
        let json: JSON = [
            "schema": 1, "turn": .integer(Int64(turn + 1)), "bundles": .object(bundles),
        ]
        do throws(FileError) {
            let (folder, name) = (try state.open(), state.name(of: state.verified))
            try folder.removeUnless(.file, at: name)
            try folder.replaceFileWithoutSync(name, with: json.serialized(.indented))
            (stored, storedTurn) = (new, turn + 1)
        } catch {
            // The stamps could not be written: the next poll reads more bundles, and tries again.
        }
    }
}

extension TreeStamp {
    /// The stamp of a bundle's folder.
    ///
    /// - Throws: ``FileError``; then it is not a folder that the agent made, or reading it will tell more.
    package init(ofBundle folder: String) throws(FileError) {
        try self.init(of: folder, depthMax: BundleLimits.pathSegmentsMax)
    }
}
