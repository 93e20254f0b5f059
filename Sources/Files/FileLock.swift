import Glibc

/// An exclusive lock between processes, held as long as this value lives and no longer than the process.
///
/// The lock file stays where it is: removing it would let two processes hold "the" lock.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, or returns nil at once when somebody else holds it.
    ///
    /// - Parameter path: the lock file, made where there is none; a link is an error.
    /// - Throws: ``FileError`` where the file cannot be opened.
    public init?(exclusive path: String) throws(FileError) {
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

    // Closing alone is not enough: a child that was forked but has not yet reached its exec holds the
    // same open file, and with it the lock, for that moment.
    deinit {
        _ = flock(descriptor.number, LOCK_UN)
    }
}
