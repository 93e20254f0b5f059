import BundleFormat
import BundleUpdater
import Files
import Glibc
import UpdatePolicy

/// Checks the state folder: its owner, its rights, its room.
enum StateChecks {
    /// With fewer free bytes a first install of all seasons may not fit.
    static let freeBytesMin = 64 << 20

    static func run(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, isPolled: Bool
    ) -> [Diagnosis] {
        let trouble = StateTrouble.find(state, isPolled: isPolled)
        guard let folder = FileFacts(state.path) else {
            if let trouble { return [folderProblem(trouble)] }
            return [
                .warning(
                    "state.folder", "\(state.path): not there yet, or not to be seen by this user",
                    remedy: "start the service, or run 'bundle-agent poll' as its user")
            ]
        }
        guard folder.isFolder else {
            return [
                .problem(
                    "state.folder", "\(state.path): expected a folder, found a file",
                    remedy: "remove it, or name another folder with --state")
            ]
        }
        let isWritable = access(state.path, W_OK) == 0
        return [
            trouble.map(folderProblem)
                ?? writing(folder, isWritable: isWritable, user: geteuid()),
            owners(folder, FileFacts.tree(state.path)),
            space((try? FileSystemRoom.freeBytes(at: state.path)) ?? 0, at: state.path),
            served(state, embedded: embedded, limits: limits),
            readers(ancestors(of: state.path) + current(state)),
        ]
    }

    private static func folderProblem(_ trouble: StateTrouble) -> Diagnosis {
        .problem("state.folder", trouble.finding, remedy: trouble.remedy)
    }

    static func writing(_ folder: FileFacts, isWritable: Bool, user: UInt32) -> Diagnosis {
        if isWritable { return .ok("state.folder", "\(folder.path): can be written") }
        if folder.owner != user, user != 0 {
            return .note(
                "state.folder",
                "\(folder.path): another user's; run doctor as that user to check writing")
        }
        return .problem(
            "state.folder", "\(folder.path): cannot be written",
            remedy: "mount it for writing, or chmod u+rwx \(folder.path)")
    }

    /// A poll by root leaves files that the service cannot replace.
    static func owners(_ folder: FileFacts, _ tree: [FileFacts]) -> Diagnosis {
        let others = tree.filter { $0.owner != folder.owner }
        guard let first = others.first else {
            return .ok("state.owner", "all of it is user \(folder.owner)'s")
        }
        return .problem(
            "state.owner",
            "\(first.path) and \(others.count - 1) more are not user \(folder.owner)'s, whose the"
                + " folder is",
            remedy: "chown -R --reference=\(folder.path) \(folder.path)")
    }

    static func space(_ freeBytes: Int, at path: String) -> Diagnosis {
        guard freeBytes < freeBytesMin else {
            return .ok("state.space", "\(freeBytes >> 20) MiB are free")
        }
        return .problem(
            "state.space",
            "\(freeBytes >> 20) MiB are free at \(path), expected \(freeBytesMin >> 20) or more",
            remedy: "make room on that file system")
    }

    private static func served(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits
    ) -> Diagnosis {
        let inventory: Inventory
        do throws(FileError) {
            inventory = try InventoryGathering(state: state, limits: limits, mends: false)
                .gather(embedded: embedded)
        } catch {
            return .problem(
                "state.served", error.description, remedy: "run doctor as root, or as its user")
        }
        guard let current = inventory.current else {
            return .warning(
                "state.served", "\(state.current): names no set yet",
                remedy: "start the service, or run 'bundle-agent poll' as its user")
        }
        let damaged = (current.index?.entries ?? [:]).filter { (year, entry) in
            !inventory.has(year, entry.version)
        }.keys.sorted()
        guard current.isWhole, damaged.isEmpty else {
            let years = damaged.map(\.description).joined(separator: ", ")
            return .problem(
                "state.served",
                "\(state.current): damaged" + (years.isEmpty ? "" : ": \(years)"),
                remedy: "run 'bundle-agent poll', or wait for the next one: it repairs that")
        }
        let index = current.index ?? SetIndex()
        let missing = Status.missing(
            from: index, embedded: embedded.versions, lastPoll: .read(state, limits))
        let expected = Set(index.years).union(missing).count
        guard missing.isEmpty else {
            let years = missing.map(\.description).joined(separator: ", ")
            return .problem(
                "state.served",
                "\(expected - missing.count) seasons of \(expected): nothing is served of \(years)",
                remedy: "put right what 'state.folder' and 'state.space' name; then run"
                    + " 'bundle-agent poll' as its user, and 'bundle-agent why' where that fails")
        }
        return .ok("state.served", "\(expected) seasons, every file as it should be")
    }

    /// The folders that every user's `breakdown` must pass.
    static func readers(_ way: [FileFacts]) -> Diagnosis {
        guard let closed = way.first(where: { !$0.isOpenToAll }) else {
            return .ok("state.readers", "every user can read what is served")
        }
        let bits = closed.isFolder ? "o+rx" : "o+r"
        return .warning(
            "state.readers", "\(closed.path): other users cannot read what is served through it",
            remedy: "chmod \(bits) \(closed.path)")
    }

    /// A folder and those above it; those above need only be passable.
    private static func ancestors(of path: String) -> [FileFacts] {
        var found: [FileFacts] = []
        var path = path
        var isAbove = false
        while let facts = FileFacts(path) {
            let mode = isAbove ? facts.mode | 0o004 : facts.mode
            found.append(
                FileFacts(path: path, owner: facts.owner, mode: mode, isFolder: facts.isFolder))
            let parent = Paths.parent(of: path)
            guard parent != path else { break }
            path = parent
            isAbove = true
        }
        return found
    }

    private static func current(_ state: StateFolder) -> [FileFacts] {
        guard let index = try? SetIndex.read(state, .standard) else { return [] }
        return [state.bundles, state.sets].compactMap { FileFacts($0) }
            + FileFacts.tree("\(state.current)/.")
            + index.entries.flatMap { (year, entry) in
                [FileFacts(state.bundles(year))].compactMap { $0 }
                    + FileFacts.tree(state.bundle(year, entry.version))
            }
    }
}
