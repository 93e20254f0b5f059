import Files
import Glibc
import Platform
import SeasonClient

/// Why the next poll could not even write its report.
///
/// A poll on a full disk leaves no report, so the earlier report still says that all is well.
package struct StateTrouble: Equatable, Sendable {
    /// What is wrong.
    package let finding: String
    /// What to do about it.
    package let remedy: String
    /// Whether the folder's files have to be given to the user who polls.
    var isOfOwner = false

    /// What is wrong, and what to do about it.
    package var sentence: String { "\(finding); \(remedy)" }

    private init(_ finding: String, remedy: String, isOfOwner: Bool = false) {
        self.finding = finding
        self.remedy = remedy
        self.isOfOwner = isOfOwner
    }

    /// The folder is neither empty nor the agent's own.
    static func foreign(_ path: String) -> StateTrouble {
        StateTrouble(
            "\(path): expected an empty folder or the agent's own, found other files",
            remedy:
                "name another folder with --state; if everything in this one is the agent's, make"
                + " an empty file .bundle-agent in it")
    }

    /// The remedy that makes a folder, and all in it, the user's who polls.
    static func giving(_ folder: String, to user: UInt32) -> String {
        RightsChange.remedy("chown -R \(user) \(ShellWord.quoted(folder))", at: folder)
    }
}

/// Finds out, without writing, why the next poll could not write its report.
extension StateTrouble {
    /// Room for the report of a poll, in bytes, if no earlier report shows its length.
    static let reportBytes = 64 << 10

    /// The facts about a state folder.
    package struct Facts: Equatable, Sendable {
        /// The state folder, or the nearest existing folder above it.
        package var folder: FileFacts
        /// Whether the folder is foreign (``StateFolder/isForeign``).
        var isForeign = false
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
        var isWritable: Bool
        /// The length of the last report.
        var reportBytes: Int
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
            // Such as to a disk that is not mounted.
            if (try? Files.kind(path)) == .link {
                return StateTrouble(
                    "\(path): expected a folder, found a link that leads to nothing",
                    remedy: "mount the disk that it leads to, or remove the link")
            }
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
    static func diagnose(_ facts: Facts) -> StateTrouble? {
        let path = facts.path
        guard facts.folder.isFolder else {
            return StateTrouble(
                "\(facts.folder.path): expected a folder, found a file",
                remedy: "remove it, or name another folder with --state")
        }
        if let room = facts.room, let shortage = shortage(room, facts.reportBytes, path) {
            return shortage
        }
        guard facts.isThere else { return nil }
        if facts.isForeign { return .foreign(path) }
        guard canWrite(facts) else { return denied(facts) }
        guard let agent = facts.agent,
            let foreign = facts.entries.first(where: { !$0.isUsable(by: agent) })?.file.path
        else { return nil }
        return StateTrouble(
            "\(foreign): user \(agent), who polls in \(path), cannot open, rename and delete it",
            remedy: giving(path, to: agent), isOfOwner: true)
    }

    /// The trouble of a folder in which the user who polls cannot write.
    private static func denied(_ facts: Facts) -> StateTrouble {
        let path = facts.path
        switch facts.agent ?? (facts.user == 0 ? 0 : nil) {
        case nil:
            return StateTrouble(
                "\(path): this user, \(facts.user), cannot write there",
                remedy: "run this as the user who polls; if this user is to poll: "
                    + giving(path, to: facts.user))
        case 0:
            return StateTrouble(
                "\(path): not even root can write there",
                remedy: "'lsattr -d \(ShellWord.quoted(path))' shows whether it was made immutable")
        case let agent?:
            return StateTrouble(
                "\(path): user \(agent) polls and cannot write there",
                remedy: giving(path, to: agent), isOfOwner: true)
        }
    }

    /// Why this file system has no room for a report; nil if it has.
    private static func shortage(
        _ room: FileSystemRoom, _ reportBytes: Int, _ path: String
    ) -> StateTrouble? {
        if room.isReadOnly {
            return StateTrouble(
                "\(path): its file system is mounted read-only", remedy: "mount it for writing")
        }
        let remedy = "free space on that file system"
        if let files = room.freeFiles, files < 1 {
            return StateTrouble(
                "\(path): its file system has no inodes left, so no file can be made",
                remedy: remedy)
        }
        let needed = max(reportBytes, Self.reportBytes)
        guard room.freeBytes < needed else { return nil }
        return StateTrouble(
            "\(path): \(room.freeBytes / 1_024) KiB are free on its file system, and a poll's report"
                + " needs \(needed / 1_024) KiB", remedy: remedy)
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
