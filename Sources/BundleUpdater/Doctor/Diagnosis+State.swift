import BundleFormat
import Files
import Glibc
import SeasonClient
import Terminals
import UpdatePolicy

/// The state folder: whether it can be written, and whether what it serves is whole and readable.
extension Diagnosis {
    /// With fewer free bytes a first install of all seasons may not fit.
    private static let freeBytesMin = 64 << 20

    /// Examines the folder, its files, its room and what it serves.
    ///
    /// `poll` is the command that polls on this machine.
    package static func state(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, isPolled: Bool,
        poll: String
    ) -> [Diagnosis] {
        let found = StateTrouble.find(state, isPolled: isPolled)
        let trouble = found.map { Self.problem(.stateFolder, $0.finding, remedy: $0.remedy) }
        guard let folder = FileFacts(state.path) else {
            return [
                trouble
                    ?? .warning(
                        .stateFolder,
                        "\(state.path): not there yet, or not to be seen by this user",
                        remedy: "start the service, or run '\(poll)' as its user")
            ]
        }
        guard folder.isFolder else {
            return [
                .problem(
                    .stateFolder, "\(state.path): expected a folder, found a file",
                    remedy: "remove it, or name another folder with --state")
            ]
        }
        let isWritable = access(state.path, W_OK) == 0
        let user = StateUser.find(in: state) ?? folder.owner
        // One remedy mends both.
        let files: [Diagnosis] =
            found?.isOfOwner == true
            ? [] : [.files(StateEntry.all(in: state, for: user), user: user, folder: state.path)]
        return [trouble ?? .writing(folder, isWritable: isWritable, user: geteuid())] + files + [
            .space((try? FileSystemRoom.freeBytes(at: state.path)) ?? 0, at: state.path),
            served(state, embedded: embedded, limits: limits, poll: poll),
            .readers(folders(above: state.path), served(by: state)),
        ]
    }

    /// Decides whether the user who asks can write in the folder.
    static func writing(_ folder: FileFacts, isWritable: Bool, user: UInt32) -> Diagnosis {
        let path = folder.path
        if isWritable { return .ok(.stateFolder, "\(path): can be written") }
        guard folder.owner == user || user == 0 else {
            return .note(
                .stateFolder,
                "\(path): another user's; run doctor as that user to check writing")
        }
        return .problem(
            .stateFolder, "\(path): cannot be written",
            remedy: RightsChange.remedy("chmod u+rwx \(ShellWord.quoted(path))", at: path))
    }

    /// Decides whether the user who polls can open, rename and delete what is in the folder.
    ///
    /// A poll by root leaves files that the service cannot.
    private static func files(
        _ entries: [StateEntry], user: UInt32, folder: String
    ) -> Diagnosis {
        let others = entries.filter { !$0.isUsable(by: user) }
        guard let first = others.first?.file.path else {
            return .ok(.stateOwner, "user \(user) can open, rename and delete all of it")
        }
        let more = others.count > 1 ? " and \(others.count - 1) more" : ""
        return .problem(
            .stateOwner,
            "\(first)\(more): user \(user), who polls, cannot open, rename and delete that",
            remedy: RightsChange.remedy(
                "chown -R \(user) \(ShellWord.quoted(folder))", at: folder))
    }

    /// Decides whether the file system has room for a first install.
    static func space(_ freeBytes: Int, at path: String) -> Diagnosis {
        let free = "\(freeBytes >> 20) MiB are free"
        guard freeBytes < freeBytesMin else { return .ok(.stateSpace, free) }
        return .problem(
            .stateSpace, "\(free) at \(path), expected \(freeBytesMin >> 20) or more",
            remedy: "make room on that file system")
    }

    /// Decides whether every user's `breakdown` can read what is served.
    static func readers(_ folders: [FileFacts], _ served: [FileFacts]) -> Diagnosis {
        var closed = served.first { !$0.isOpenToAll }
        if let state = folders.first, !state.isOpenToAll, state.mode & 0o050 != 0o050 {
            closed = state
        }
        if let closed {
            return .warning(
                .stateReaders,
                "\(closed.path): other users cannot read what is served through it",
                remedy: RightsChange.remedy(
                    "chmod \(closed.isFolder ? "o+rx" : "o+r") \(ShellWord.quoted(closed.path))",
                    at: closed.path))
        }
        guard let shared = folders.first(where: { !$0.isOpenToAll }) else {
            return .ok(.stateReaders, "every user can read what is served")
        }
        return .note(
            .stateReaders, "only users who can enter \(shared.path) can read what is served")
    }

    /// The folder and those above it; those above need only be passable.
    private static func folders(above path: String) -> [FileFacts] {
        var found: [FileFacts] = []
        var path = path
        while let facts = FileFacts(path) {
            let mode = found.isEmpty ? facts.mode : facts.mode | 0o004
            found.append(
                FileFacts(path: path, owner: facts.owner, mode: mode, isFolder: facts.isFolder))
            let parent = Paths.parent(of: path)
            guard parent != path else { break }
            path = parent
        }
        return found
    }

    /// The files and folders that readers open.
    private static func served(by state: StateFolder) -> [FileFacts] {
        guard let index = try? SetIndex.read(state, .standard) else { return [] }
        let served = index.entries.flatMap { (year, entry) -> [FileFacts] in
            let folders = [FileFacts(state.bundles(year))].compactMap { $0 }
            return folders + FileFacts.tree(state.bundle(year, entry.version))
        }
        return [state.bundles, state.sets].compactMap { FileFacts($0) }
            + FileFacts.tree("\(state.current)/.") + served
    }
}

/// What is served.
extension Diagnosis {
    private static func served(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, poll: String
    ) -> Diagnosis {
        do throws(FileError) {
            let inventory = try InventoryGathering(state: state, limits: limits, mends: false)
                .gather(embedded: embedded)
            return served(
                inventory, embedded: embedded.versions, lastPoll: .read(state, limits),
                vouched: Memory(state, limits).vouched, path: state.current, poll: poll)
        } catch {
            return .problem(
                .stateServed, error.description,
                remedy: error.isPermission
                    ? "run doctor as root, or as its user; a poll by its user gives access again"
                    : "run '\(poll)', which repairs what it can")
        }
    }

    /// Decides whether the current set is whole and has every season.
    private static func served(
        _ inventory: Inventory, embedded: [BundleYear: ContentVersion], lastPoll: PollReport?,
        vouched: VouchedContents, path: String, poll: String
    ) -> Diagnosis {
        guard let current = inventory.current else {
            return .warning(
                .stateServed, "\(path): names no set yet",
                remedy: "start the service, or run '\(poll)' as its user")
        }
        let index = current.index ?? SetIndex()
        let damaged = index.entries.filter { !inventory.has($0, $1.version) }.keys.sorted()
        guard current.isWhole, damaged.isEmpty else {
            return .problem(
                .stateServed,
                "\(path): damaged" + (damaged.isEmpty ? "" : ": \(list(damaged))"),
                remedy: "run '\(poll)', or wait for the next poll: it repairs that")
        }
        let missing = Status.missing(
            from: index, embedded: embedded, lastPoll: lastPoll, vouched: vouched)
        let expected = Set(index.years).union(missing).count
        guard !missing.isEmpty else {
            return .ok(.stateServed, "\(expected) seasons, every file as it should be")
        }
        return .problem(
            .stateServed,
            "\(expected - missing.count) seasons of \(expected): nothing is served of"
                + " \(list(missing))",
            remedy:
                "put right what 'state.folder' and 'state.space' name; then run '\(poll)' as its"
                + " user, and 'bundle-agent why' where that fails")
    }

    private static func list(_ years: [BundleYear]) -> String {
        years.map(\.description).joined(separator: ", ")
    }
}
