import Glibc

/// A system call that failed: what was tried, on what, and what the system said.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The verb after "cannot", such as "open".
    package let operation: String
    package let path: String
    package let code: Int32

    package init(operation: String, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    static func tooLong(_ path: String) -> FileError {
        FileError(operation: "read", path: path, code: EFBIG)
    }

    /// True if there is nothing at the path.
    package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
    /// True if something is at the path already.
    package var isExisting: Bool { code == EEXIST || code == ENOTEMPTY }
    /// True if the disk, or this user's share of it, is full.
    package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// True if the system does not allow it: because of the owner, the mode or a read-only file system.
    package var isPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// True if the machine had no descriptor or memory left; this says nothing about the path.
    package var isExhausted: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }
    /// True if the file has more bytes than the caller accepts.
    package var isTooLong: Bool { code == EFBIG }

    /// `cannot open /x/y: Permission denied`.
    package var description: String {
        // Since glibc 2.32 each thread has its own text here.
        "cannot \(operation) \(path): \(String(cString: strerror(code)))"
    }
}

package func mapFileErrors<Value: ~Copyable, Failure: Error>(
    to convert: (FileError) -> Failure, _ body: () throws(FileError) -> Value
) throws(Failure) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw convert(error)
    }
}

/// Runs file work; nil if there is nothing at the path.
package func ifThere<Value>(
    _ body: @autoclosure () throws(FileError) -> Value
) throws(FileError) -> Value? {
    try ifThere(body)
}

package func ifThere<Value>(_ body: () throws(FileError) -> Value) throws(FileError) -> Value? {
    do throws(FileError) {
        return try body()
    } catch {
        guard error.isNotFound else { throw error }
        return nil
    }
}
