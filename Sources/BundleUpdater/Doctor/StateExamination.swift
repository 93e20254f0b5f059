import BundleFormat
import Files
import Glibc
import SeasonClient
import UpdatePolicy

/// Gathers the facts about a state folder for ``StateDiagnosis``.
package enum StateExamination {
    /// Examines the folder, its files, its room and what it serves.
    package static func run(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, isPolled: Bool
    ) -> [StateDiagnosis] {
        let trouble = StateTrouble.find(state, isPolled: isPolled)
        guard let folder = FileFacts(state.path) else {
            return [trouble.map { .trouble($0) } ?? .folderAbsent(path: state.path)]
        }
        guard folder.isFolder else { return [.folderIsFile(path: state.path)] }
        let isWritable = access(state.path, W_OK) == 0
        let writing: StateDiagnosis =
            trouble.map { .trouble($0) }
            ?? .writing(folder, isWritable: isWritable, user: geteuid())
        let user = StateUser.find(in: state) ?? folder.owner
        // One remedy mends both.
        let files: [StateDiagnosis] =
            switch trouble {
            case .userDenied, .foreignFile: []
            default: [.files(StateEntry.all(in: state, for: user), user: user, folder: state.path)]
            }
        return [writing] + files + [
            .space((try? FileSystemRoom.freeBytes(at: state.path)) ?? 0, at: state.path),
            served(state, embedded: embedded, limits: limits),
            .readers(ancestors(of: state.path), current(state)),
        ]
    }

    private static func served(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits
    ) -> StateDiagnosis {
        do throws(FileError) {
            let inventory = try InventoryGathering(state: state, limits: limits, mends: false)
                .gather(embedded: embedded)
            return .served(
                inventory, embedded: embedded.versions, lastPoll: .read(state, limits),
                vouched: Memory(state, limits).vouched, path: state.current)
        } catch {
            return .unreadable(error)
        }
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
        let served = index.entries.flatMap { (year, entry) -> [FileFacts] in
            let folders = [FileFacts(state.bundles(year))].compactMap { $0 }
            return folders + FileFacts.tree(state.bundle(year, entry.version))
        }
        return [state.bundles, state.sets].compactMap { FileFacts($0) }
            + FileFacts.tree("\(state.current)/.") + served
    }
}
