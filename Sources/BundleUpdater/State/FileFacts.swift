import Files
import Glibc

/// Whose a file is and who may read it; links are followed.
package struct FileFacts: Equatable, Sendable {
    package let path: String
    package let owner: UInt32
    /// The permission bits.
    package let mode: UInt32
    package let isFolder: Bool
    /// Whether it is a plain file: neither a folder nor a pipe, a device or a socket.
    package let isRegular: Bool

    /// Looks at a path; nil where nothing is there, or it cannot be seen.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }

    /// Facts that were not looked up.
    package init(path: String, owner: UInt32, mode: UInt32, isFolder: Bool) {
        self.path = path
        self.owner = owner
        self.mode = mode
        self.isFolder = isFolder
        isRegular = !isFolder
    }

    /// Whether it is a folder in which nobody can replace what is another user's, as `/tmp` is.
    package var isSticky: Bool { isFolder && mode & 0o1000 != 0 }

    /// Whether every user can read it; of a folder, whether they can open what is in it as well.
    package var isOpenToAll: Bool {
        mode & (isFolder ? 0o005 : 0o004) == (isFolder ? 0o005 : 0o004)
    }

    /// Every file and folder below a path, the path itself first, links left out; `depthMax` levels down.
    package static func tree(_ path: String, depthMax: Int = 8) -> [FileFacts] {
        guard let facts = FileFacts(path) else { return [] }
        guard facts.isFolder, depthMax > 0 else { return [facts] }
        let names = (try? Files.names(in: path)) ?? []
        return [facts]
            + names.map { "\(path)/\($0)" }
            .filter { (try? Files.kind($0)) != .link }
            .flatMap { tree($0, depthMax: depthMax - 1) }
    }
}
