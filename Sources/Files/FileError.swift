import Glibc

/// A system call that failed: what was tried, on what, and what the system said.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The verb after "cannot", such as "open".
    public let operation: String
    /// The path as it was given.
    public let path: String
    /// The system's error number (`errno`).
    public let code: Int32

    /// Keeps what was tried.
    ///
    /// - Parameters:
    ///   - operation: the verb after "cannot".
    ///   - path: the path as it was given.
    ///   - code: the system's error number.
    public init(operation: String, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Whether there is nothing at the path.
    public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether something is at the path already.
    public var isExisting: Bool { code == EEXIST || code == ENOTEMPTY }
    /// Whether the disk, or what this user may have of it, is full.
    public var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// Whether the system does not allow it: owner, mode or a read-only file system.
    public var isPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// Whether the machine had no descriptor or memory left for it, which says nothing of the path.
    public var isExhausted: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }
    /// Whether the file has more bytes than the caller accepts.
    public var isTooLong: Bool { code == EFBIG }

    /// `cannot open /x/y: Permission denied`.
    public var description: String {
        // Since glibc 2.32 each thread has its own text here.
        "cannot \(operation) \(path): \(String(cString: strerror(code)))"
    }
}
