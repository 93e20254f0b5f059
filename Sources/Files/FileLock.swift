import Glibc

/// A lock that one process holds at a time, as long as this value lives, and at most until the process ends.
///
/// A lock file stays: if it was removed, two processes could each hold a lock on "the" file. A lock on a folder needs
/// no file.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, or returns nil at once if somebody else holds it.
    ///
    /// - Parameter path: the lock file, created if there is none; a link is an error. In a ``SharedFolder`` everyone of
    ///   the group can lock it.
    /// - Throws: ``FileError`` if the file cannot be opened.
    package init?(exclusive path: String) throws(FileError) {
        let opened = try Descriptor(
            path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o644, operation: "lock")
        guard try Self.lock(opened) else { return nil }
        descriptor = opened
    }

    /// Takes the lock of a folder, or returns nil at once if somebody else holds it.
    ///
    /// On a file system that locks no folders, such as NFS, this locks nothing.
    ///
    /// - Parameter path: the folder; a link to one is followed, so that each of its paths has one lock.
    /// - Throws: ``FileError`` if it cannot be opened or is no folder.
    package init?(folder path: String) throws(FileError) {
        let opened = try Descriptor(path, O_RDONLY | O_DIRECTORY, operation: "lock")
        do throws(FileError) {
            guard try Self.lock(opened) else { return nil }
        } catch {
            guard [EBADF, EINVAL, ENOLCK, EOPNOTSUPP].contains(error.code) else { throw error }
        }
        descriptor = opened
    }

    /// Returns whether the lock is held now.
    private static func lock(_ opened: Descriptor) throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try call("lock", opened.path) { flock(opened.number, LOCK_EX | LOCK_NB) }
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
