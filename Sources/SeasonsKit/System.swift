import Foundation

// Everything that has another name on each system is here.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Android)
    import Android
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// What Foundation does not offer: renames over a file, waiting for the disk, and locks between processes.
enum System {
    /// Gives a file another name, in one step, over a file that has it already.
    ///
    /// `FileManager.replaceItemAt` fails on Linux if nothing is at the new name.
    static func rename(_ old: URL, to new: URL) throws(SeasonsError) {
        guard Self.rename(old.path, new.path) == 0 else { throw failure("write", new) }
    }

    /// Returns when the disk has a file's bytes, or a folder's names.
    static func sync(_ file: URL) throws(SeasonsError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", file) }
        defer { close(descriptor) }
        #if canImport(Darwin)
            // fsync alone leaves the bytes in the drive's cache.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw failure("write", file) }
    }

    private static func rename(_ old: String, _ new: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.rename(old, new)
        #elseif canImport(Android)
            Android.rename(old, new)
        #elseif canImport(Musl)
            Musl.rename(old, new)
        #elseif canImport(Glibc)
            Glibc.rename(old, new)
        #endif
    }

    fileprivate static func failure(_ operation: String, _ file: URL) -> SeasonsError {
        SeasonsError("cannot \(operation) \(file.path): \(String(cString: strerror(errno)))")
    }
}

/// A lock on a file; other objects and other processes wait for it.
///
/// It ends with its process, too.
struct StoreLock: Sendable {
    private let descriptor: Int32

    /// Waits for the lock; this blocks the thread.
    init(_ file: URL) throws(SeasonsError) {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw System.failure("open", file) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = System.failure("lock", file)
                close(descriptor)
                throw error
            }
        }
    }

    /// Releases the lock.
    func unlock() { close(descriptor) }
}
