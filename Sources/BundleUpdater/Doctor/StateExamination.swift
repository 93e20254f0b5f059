import BundleFormat
import Files
import Glibc
import Platform
import SeasonClient

/// Examines the state folder: whether it can be written, and whether what it serves is whole and readable.
struct StateExamination {
    let state: StateFolder
    let embedded: EmbeddedSet
    /// Whether a repository is configured, so that there must be polls.
    let isPolled: Bool

    /// With fewer free bytes a first install of all seasons may not fit.
    private static let freeBytesMin = 64 << 20

    /// The command that polls on this machine: without a repository `poll` refuses to run.
    var poll: String { isPolled ? "bundle-agent poll" : "bundle-agent run" }

    /// Examines the folder, its files, its room and what it serves.
    func run() -> [Diagnosis] {
        let found = StateTrouble.find(state, isPolled: isPolled)
        let trouble = found.map {
            Diagnosis.problem(.stateFolder, $0.finding, remedy: $0.remedy)
        }
        guard let folder = FileFacts(state.path), folder.isFolder else {
            return [
                trouble
                    ?? .warning(
                        .stateFolder,
                        "\(state.path): does not exist yet, or this user cannot see it",
                        remedy: "start the service, or run '\(poll)' as its user")
            ]
        }
        let isWritable = access(state.path, W_OK) == 0
        let user = StateUser.find(in: state) ?? folder.owner
        // One remedy mends both.
        let files = found?.isOfOwner == true ? [] : [files(of: user)]
        return [trouble ?? Self.writing(folder, isWritable: isWritable, user: geteuid())] + files
            + [
                Self.space((try? FileSystemRoom.freeBytes(at: state.path)) ?? 0, at: state.path),
                served(), Self.readers(folders, servedFiles),
            ]
    }

    /// Decides whether the user who asks can write in the folder.
    static func writing(_ folder: FileFacts, isWritable: Bool, user: UInt32) -> Diagnosis {
        let path = folder.path
        if isWritable { return .ok(.stateFolder, "\(path): writable") }
        guard folder.owner == user || user == 0 else {
            return .note(
                .stateFolder,
                "\(path): belongs to another user; run doctor as that user to check writing")
        }
        return .problem(
            .stateFolder, "\(path): not writable",
            remedy: RightsChange.remedy("chmod u+rwx \(ShellWord.quoted(path))", at: path))
    }

    /// Decides whether the user who polls can open, rename and delete what is in the folder.
    ///
    /// A poll by root leaves files that the service cannot.
    private func files(of user: UInt32) -> Diagnosis {
        let others = StateEntry.all(in: state, for: user).filter { !$0.isUsable(by: user) }
        guard let first = others.first?.file.path else {
            return .ok(.stateOwner, "user \(user) can open, rename and delete all of it")
        }
        let more = others.count > 1 ? " and \(others.count - 1) more" : ""
        return .problem(
            .stateOwner,
            "\(first)\(more): user \(user) polls and cannot open, rename and delete that",
            remedy: StateTrouble.giving(state.path, to: user))
    }

    /// Decides whether the file system has room for a first install.
    static func space(_ freeBytes: Int, at path: String) -> Diagnosis {
        let free = "\(freeBytes >> 20) MiB are free"
        guard freeBytes < freeBytesMin else { return .ok(.stateSpace, free) }
        return .problem(
            .stateSpace, "\(free) at \(path), expected \(freeBytesMin >> 20) or more",
            remedy: "free space on that file system")
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

    /// The state folder and those above it; those above need only be passable.
    private var folders: [FileFacts] {
        var found: [FileFacts] = []
        var path = state.path
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
    private var servedFiles: [FileFacts] {
        guard let index = try? SetIndex.read(state) else { return [] }
        let served = index.entries.flatMap { (year, entry) -> [FileFacts] in
            let folders = [FileFacts(state.bundles(year))].compactMap { $0 }
            return folders + FileFacts.tree(state.bundle(year, entry.version))
        }
        return [state.bundles, state.sets].compactMap { FileFacts($0) }
            + FileFacts.tree("\(state.current)/.") + served
    }

    private func served() -> Diagnosis {
        do throws(FileError) {
            return served(
                try InventoryGathering(state: state, limits: .standard, mends: false)
                    .gather(embedded: embedded))
        } catch {
            return .problem(
                .stateServed, error.description,
                remedy: error.isPermission
                    ? "run doctor as root, or as its user; a poll by its user gives access again"
                    : "run '\(poll)', which repairs what it can")
        }
    }

    /// Decides whether the current set is whole and has every season.
    private func served(_ inventory: Inventory) -> Diagnosis {
        guard let current = inventory.current else {
            return .warning(
                .stateServed, "\(state.current): names no set yet",
                remedy: "start the service, or run '\(poll)' as its user")
        }
        let index = current.index ?? SetIndex()
        let damaged = index.entries.filter { !inventory.has($0, $1.version) }.keys.sorted()
        guard current.isWhole, damaged.isEmpty else {
            return .problem(
                .stateServed,
                "\(state.current): damaged"
                    + (damaged.isEmpty
                        ? "" : ": \(damaged.map(\.description).joined(separator: ", "))"),
                remedy: "run '\(poll)', which repairs that; the service does so within three hours")
        }
        let missing = Status.missing(
            from: index, embedded: embedded.versions, lastPoll: .read(state, .standard),
            vouched: Memory(state, .standard).vouched)
        let expected = Set(index.years).union(missing).count
        guard !missing.isEmpty else {
            return .ok(.stateServed, "\(expected) seasons, every file as it should be")
        }
        return .problem(
            .stateServed,
            "\(expected - missing.count) seasons of \(expected):"
                + " \(ReportText.nothingServed(of: missing))",
            remedy:
                "repair what 'state.folder' and 'state.space' name; then run '\(poll)' as its"
                + " user, and 'bundle-agent why' if that fails")
    }
}
