import Files
import Glibc
import UpdatePolicy

/// Finds out, without writing, why the next poll could not write its report.
extension StateTrouble {
    /// Room for the report of a poll, in bytes, if no earlier report shows its length.
    package static let reportBytes = 64 << 10

    /// The facts about a state folder.
    package struct Facts: Equatable, Sendable {
        /// The state folder, or the nearest existing folder above it.
        package var folder: FileFacts
        /// Whether the folder is foreign (``StateFolder/isForeign``).
        package var isForeign = false
        /// The state folder's path.
        package var path: String
        /// Nil if the file system does not say.
        package var room: FileSystemRoom?
        /// The user who polls (``StateUser``); nil if no poll has run.
        package var agent: UInt32?
        /// The folder's own entries, with the rights of that user.
        package var entries: [StateEntry] = []
        /// The user who asks, and whether that user can write in the folder.
        package var user: UInt32
        package var isWritable: Bool
        /// The length of the last report.
        package var reportBytes: Int
        /// Whether a repository is configured, so that there must be polls.
        package var isPolled: Bool

        /// Whether the state folder exists.
        package var isThere: Bool { folder.path == path }
    }

    /// Checks a state folder.
    ///
    /// - Returns: nil if a poll can write.
    package static func find(_ state: StateFolder, isPolled: Bool) -> StateTrouble? {
        var path = Paths.absolute(state.path)
        while FileFacts(path) == nil, path != Paths.parent(of: path) {
            if (try? Files.kind(path)) == .link { return .deadLink(path: path) }
            path = Paths.parent(of: path)
        }
        guard let found = FileFacts(path) else { return nil }
        let isThere = path == Paths.absolute(state.path)
        let folder = FileFacts(
            path: isThere ? state.path : path, owner: found.owner, mode: found.mode,
            isFolder: found.isFolder)
        let agent = isThere ? StateUser.find(in: state) : nil
        return diagnose(
            Facts(
                folder: folder, isForeign: isThere && state.isForeign, path: state.path,
                room: try? FileSystemRoom(at: path),
                agent: agent,
                entries: agent.map { StateEntry.all(in: state, for: $0, depthMax: 1) } ?? [],
                user: geteuid(),
                isWritable: FileRights(on: folder, of: geteuid()).isSuperset(of: [.write, .search]),
                reportBytes: ((try? Files.lengthBytes(state.lastPoll)) ?? nil) ?? 0,
                isPolled: isPolled))
    }

    /// Finds the trouble in facts.
    ///
    /// - Returns: nil if a poll can write.
    package static func diagnose(_ facts: Facts) -> StateTrouble? {
        let path = facts.path
        guard facts.folder.isFolder else { return .file(path: facts.folder.path) }
        if let room = facts.room, let shortage = shortage(room, facts.reportBytes, path) {
            return shortage
        }
        guard facts.isThere else { return nil }
        if facts.isForeign { return .foreign(path: path) }
        guard canWrite(facts) else {
            guard let agent = facts.agent ?? (facts.user == 0 ? 0 : nil) else {
                return .closed(path: path, user: facts.user)
            }
            return agent == 0 ? .rootDenied(path: path) : .userDenied(path: path, user: agent)
        }
        guard let agent = facts.agent,
            let foreign = facts.entries.first(where: { !$0.isUsable(by: agent) })
        else { return nil }
        return .foreignFile(file: foreign.file.path, folder: path, user: agent)
    }

    /// Why this file system has no room for a report; nil if it has.
    private static func shortage(
        _ room: FileSystemRoom, _ reportBytes: Int, _ path: String
    ) -> StateTrouble? {
        if room.isReadOnly { return .readOnly(path: path) }
        if let files = room.freeFiles, files < 1 { return .noInodes(path: path) }
        let needed = max(reportBytes, Self.reportBytes)
        guard room.freeBytes < needed else { return nil }
        return .noRoom(path: path, freeBytes: room.freeBytes, neededBytes: needed)
    }

    /// True if the user who polls can write in the folder, as far as that is known.
    private static func canWrite(_ facts: Facts) -> Bool {
        let folder = facts.folder
        // Root may write with any mode, but not on a read-only file system.
        if facts.user == 0, !facts.isWritable { return false }
        guard let agent = facts.agent else {
            // No poll has run. A user who only looks at another user's folder need not write
            // there.
            return facts.isWritable || facts.user == folder.owner || !facts.isPolled
        }
        // A poll restores the missing rights of its own folder.
        if agent == 0 || agent == folder.owner { return true }
        if agent == facts.user { return facts.isWritable }
        return FileRights(on: folder, of: agent, asker: facts.user)
            .isSuperset(of: [.write, .search])
    }
}
