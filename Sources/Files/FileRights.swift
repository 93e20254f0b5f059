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
