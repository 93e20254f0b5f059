import Glibc

/// What one user may do with a file or folder.
package struct FileRights: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits of a mode: to pass through a folder, to make, rename and delete in a folder, to read.
    package static let search = FileRights(rawValue: 1)
    package static let write = FileRights(rawValue: 2)
    package static let read = FileRights(rawValue: 4)
    package static let all: FileRights = [.search, .write, .read]

    /// Asks the system, if the user is the one who asks; else reads owner and mode.
    ///
    /// The groups of another user are not known, because a container can add some, so a right of the group counts.
    package init(on file: FileFacts, of user: UInt32, asker: UInt32 = geteuid()) {
        guard user != asker else {
            let asked = [(Self.search, X_OK), (.write, W_OK), (.read, R_OK)].filter {
                faccessat(AT_FDCWD, file.path, $0.1, AT_EACCESS) == 0
            }
            self = FileRights(asked.map(\.0))
            return
        }
        let bits = file.owner == user ? file.mode >> 6 : (file.mode >> 3) | file.mode
        self = user == 0 ? .all : FileRights(rawValue: bits & 0o7)
    }
}

/// The owner and rights of a file; links are followed.
package struct FileFacts: Equatable, Sendable {
    package let path: String
    package let owner: UInt32
    /// The permission bits.
    package let mode: UInt32
    package let isFolder: Bool
    package let lengthBytes: Int
    /// Whether it is a plain file, and not a folder, pipe, device or socket.
    package let isRegular: Bool
    package let isPipe: Bool

    /// Reads the facts of a path; nil if nothing is there, or it cannot be seen.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        lengthBytes = Int(status.st_size)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isPipe = status.st_mode & S_IFMT == S_IFIFO
    }

    /// For tests.
    package init(path: String, owner: UInt32, mode: UInt32, isFolder: Bool) {
        self.path = path
        self.owner = owner
        self.mode = mode
        self.isFolder = isFolder
        isRegular = !isFolder
        isPipe = false
        lengthBytes = 0
    }

    /// Whether it is a folder like `/tmp`, in which no user can replace another user's files.
    package var isSticky: Bool { isFolder && mode & 0o1000 != 0 }

    /// Whether every user can read it; for a folder, whether they can also open its files.
    package var isOpenToAll: Bool {
        mode & (isFolder ? 0o005 : 0o004) == (isFolder ? 0o005 : 0o004)
    }

    /// Every file and folder below a path, the path itself first, without links.
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
