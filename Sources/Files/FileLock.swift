import Glibc

/// A lock that one process holds at a time, or that several share, as long as this value lives, and at most until the process ends.
///
/// A lock file stays: if it was removed, two processes could each hold a lock on "the" file. A lock on a folder needs
/// no file.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, or returns nil at once if another process holds it; makes the file, and a link is an error.
    package init?(exclusive path: String, in folder: Folder) throws(FileError) {
        let opened = try folder.open(path, O_RDWR | O_CREAT | O_NONBLOCK, 0o644, "lock")
        guard try Self.lock(opened) else { return nil }
        descriptor = opened
    }

    /// Takes the lock shared, or returns nil at once if another process has it alone; the file must be there.
    package init?(sharing path: String, in folder: Folder) throws(FileError) {
        let opened = try folder.open(path, O_RDONLY | O_NONBLOCK, 0, "lock")
        guard try Self.lock(opened, LOCK_SH) else { return nil }
        descriptor = opened
    }

    /// Nil at once if another process holds it; a file system that locks no folders, such as NFS, locks nothing here.
    package init?(_ folder: Folder) throws(FileError) {
        // A lock belongs to what was opened, and the folder may stay open for longer.
        let opened = try Descriptor(
            folder.path, O_RDONLY | O_DIRECTORY, in: (folder.descriptor, "."), operation: "lock")
        do throws(FileError) {
            guard try Self.lock(opened) else { return nil }
        } catch {
            guard [EBADF, EINVAL, ENOLCK, EOPNOTSUPP].contains(error.code) else { throw error }
        }
        descriptor = opened
    }

    private static func lock(
        _ opened: Descriptor, _ kind: Int32 = LOCK_EX
    ) throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try call("lock", opened.path) { flock(opened.number, kind | LOCK_NB) }
            return true
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
            return false
        }
    }

    // Unlocks before closing. A child between its fork and its exec has the same open file, and would keep
    // the lock for that moment.
    deinit {
        _ = flock(descriptor.number, LOCK_UN)
    }
}
