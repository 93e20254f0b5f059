import BundleArchive
import BundleFormat
import Files
import JSON
import UpdatePolicy

/// Which bundles were found whole, every byte read, and what the file system said of their files then.
///
/// A bundle of which it still says the same need not be read again (`docs/adr/0015`). What is stored is
/// believed only where it is exactly what is found: damaged, lost or outdated it costs reading, no more.
package final class VerifiedBundles {
    private struct Record {
        let stamp: String
        /// Whether a change after the reading shows in the stamp for certain.
        let isSettled: Bool
    }

    /// The coarsest clock of a file system that is in use: the two seconds of FAT.
    private static let tickNanoseconds: Int64 = 2_000_000_000

    /// Turns before the count begins anew.
    private static let turnsMax = 1_000_000

    private let state: StateFolder
    private let limits: AgentLimits
    private let clock: () -> Int64
    /// Counts the polls, so that one year in turn is read whatever its stamp.
    package let turn: Int
    private var storedTurn: Int?
    private var stored: [String: String] = [:]
    /// Of this process, which is alone at work in the folder.
    private var records: [String: Record] = [:]

    /// Reads what an earlier poll has left.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: bounds the file.
    ///   - clock: the time that files are stamped with, in nanoseconds since 1970.
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

    /// Whether a bundle's files are those that were read.
    ///
    /// - Parameters:
    ///   - name: its place below `bundles/`.
    ///   - stamp: what the file system says of it now.
    ///   - now: whether they must have been read by this process.
    /// - Returns: whether it need not be read.
    package func contains(_ name: String, _ stamp: TreeStamp, now: Bool) -> Bool {
        let known = records[name]?.stamp ?? (now ? nil : stored[name])
        return known == ContentHasher.hex(of: stamp.bytes)
    }

    /// Keeps that a bundle was found whole.
    ///
    /// - Parameters:
    ///   - name: its place below `bundles/`.
    ///   - stamp: what the file system said of it before it was read.
    package func note(_ name: String, _ stamp: TreeStamp) {
        let (settled, overflow) = stamp.lastChangeNanoseconds
            .addingReportingOverflow(Self.tickNanoseconds)
        records[name] = Record(
            stamp: ContentHasher.hex(of: stamp.bytes), isSettled: !overflow && settled <= clock())
    }

    /// Keeps that a bundle that this process has written, or read, is whole.
    ///
    /// - Parameters:
    ///   - year: its season.
    ///   - version: the bundle, in its place.
    package func note(_ year: BundleYear, _ version: ContentVersion) {
        guard let stamp = try? TreeStamp(ofBundle: state.bundle(year, version)) else { return }
        note(StateFolder.nameOfBundle(year, version), stamp)
    }

    /// Stores that the next poll has the next turn, and what is certain of the bundles that are there.
    ///
    /// Not brought to the disk by force, and no failure where it does not work: it can be made again.
    ///
    /// - Parameter inventory: what is there.
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
            try Files.removeUnlessFile(state.verified)
            try Files.replaceFileWithoutSync(at: state.verified, with: json.serialized(.indented))
            (stored, storedTurn) = (new, turn + 1)
        } catch {
            // The next poll reads more, and tries again.
        }
    }
}

extension TreeStamp {
    /// What the file system says of a bundle's folder.
    ///
    /// - Parameter folder: the bundle's folder.
    /// - Throws: ``FileError``; whatever is there is none of ours, or the reading will tell more.
    package init(ofBundle folder: String) throws(FileError) {
        try self.init(of: folder, depthMax: BundleLimits.pathSegmentsMax)
    }
}
