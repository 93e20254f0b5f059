import Files
import Glibc

/// A file or folder of a state folder, and what the user who polls may do with it.
package struct StateEntry: Equatable, Sendable {
    package var file: FileFacts
    /// What the user may do with it.
    var rights: FileRights
    /// Whether the user may rename or delete it, as far as the folder that it is in decides that.
    var isReplaceable = true
    /// Whether polls open it for writing; all other files are replaced.
    var isWrittenInPlace = false

    /// States what a user may do, without asking the system.
    package init(_ file: FileFacts, _ rights: FileRights) {
        self.file = file
        self.rights = rights
    }

    /// Whether a poll of this user can open, rename and delete it; who owns it does not matter.
    func isUsable(by user: UInt32) -> Bool {
        // A poll gives itself missing rights on its own files again.
        if user == 0 || file.owner == user { return true }
        let needed: FileRights = file.isFolder ? .all : isWrittenInPlace ? [.read, .write] : .read
        return rights.isSuperset(of: needed) && isReplaceable
    }
}

extension StateEntry {
    /// Everything that the agent has in a state folder, without links, each with the rights of one user.
    package static func all(
        in state: StateFolder, for user: UInt32, depthMax: Int = 8
    ) -> [StateEntry] {
        let files = [FileFacts(state.path)].compactMap { $0 } + state.own(depthMax: depthMax)
        let folders = Dictionary(
            files.filter(\.isFolder).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        return files.dropFirst().map { file in
            var entry = StateEntry(file, FileRights(on: file, of: user))
            if let folder = folders[Paths.parent(of: file.path)] {
                entry.isReplaceable = !folder.isSticky || [file.owner, folder.owner].contains(user)
            }
            entry.isWrittenInPlace =
                [state.lock, state.history].contains(file.path)
                || Paths.parent(of: file.path) == state.downloads
            return entry
        }
    }
}

extension StateFolder {
    /// The agent's files and folders here, without links; a volume has others, such as `lost+found`.
    func own(depthMax: Int) -> [FileFacts] {
        (parts + files + [lock, mark]).filter { (try? Files.kind($0)) != .link }
            .flatMap { FileFacts.tree($0, depthMax: depthMax - 1) }
    }
}
