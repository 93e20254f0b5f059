import Glibc

/// A lock that one process holds at a time, as long as this value lives, and at most until the process ends.
///
/// The lock file stays: if it was removed, two processes could each hold a lock on "the" file.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, or returns nil at once if somebody else holds it.
    ///
    /// - Parameter path: the lock file, created if there is none; a link is an error.
    /// - Throws: ``FileError`` if the file cannot be opened.
    package init?(exclusive path: String) throws(FileError) {
        let opened = try Descriptor(
            path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o644, operation: "lock")
        do throws(FileError) {
            _ = try call("lock", path) { flock(opened.number, LOCK_EX | LOCK_NB) }
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
            return nil
        }
        descriptor = opened
    }

    // Unlocks before closing. A child between its fork and its exec has the same open file, and would keep
    // the lock for that moment.
    deinit {
        _ = flock(descriptor.number, LOCK_UN)
    }
}
