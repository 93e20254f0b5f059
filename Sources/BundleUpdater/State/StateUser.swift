import Files
import Glibc

/// The user whose polls a state folder is for; its files show that, and its own owner does not.
///
/// A volume of a container often belongs to root with a group, and every file in it to the agent.
enum StateUser {
    /// What shows who polls.
    package struct Facts: Equatable, Sendable {
        package var folder: FileFacts
        /// The owners of the last report and of the lock, in this order; empty if no poll has run.
        package var polled: [UInt32]
        /// The owners of the folder's other entries.
        package var others: [UInt32] = []
        /// The user who asks, and whether that user can write in the folder.
        package var asker: UInt32
        var isWritable: Bool
    }

    /// Decides who polls.
    ///
    /// Root can poll in every folder, by mistake or to help, so root counts only if no other user polls.
    ///
    /// - Returns: nil if no poll has run.
    static func find(_ facts: Facts) -> UInt32? {
        guard !facts.polled.isEmpty else { return nil }
        let (asker, owner) = (facts.asker, facts.folder.owner)
        if asker != 0, (facts.polled + facts.others).contains(asker) { return asker }
        if let user = facts.polled.first(where: { $0 != 0 }) { return user }
        let visible = facts.others.first { user in
            user != 0
                && (user == owner
                    || FileRights(on: facts.folder, of: user, asker: 0).contains(.write))
        }
        if let visible { return visible }
        return asker != 0 && (asker == owner || facts.isWritable) ? asker : 0
    }

    /// Decides who polls in a state folder, from its files.
    ///
    /// - Returns: nil if no poll has run, or the folder cannot be seen.
    static func find(in state: StateFolder) -> UInt32? {
        guard let folder = FileFacts(state.path) else { return nil }
        let files = state.own(depthMax: 1)
        let polled = [state.lastPoll, state.lock]
        return find(
            Facts(
                folder: folder, polled: polled.compactMap { FileFacts($0)?.owner },
                others: files.filter { !polled.contains($0.path) }.map(\.owner), asker: geteuid(),
                isWritable: FileRights(on: folder, of: geteuid()).isSuperset(of: [.search, .write])
            ))
    }
}
