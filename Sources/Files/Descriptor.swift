import Glibc

/// An open file or folder, closed when nobody holds it any more and never handed to a child process.
final class Descriptor: Sendable {
    /// The system's number for it.
    let number: Int32
    /// Where it was opened, for messages.
    let path: String

    /// Opens `path`.
    ///
    /// - Parameters:
    ///   - path: where, for messages and, without `folder`, for the system.
    ///   - flags: as for open(2); `O_CLOEXEC` is added.
    ///   - mode: the permissions of a file made by `O_CREAT`, whatever the umask.
    ///   - folder: the open folder to start from, and the one name to open in it.
    ///   - operation: the verb for messages.
    /// - Throws: ``FileError``.
    init(
        _ path: String, _ flags: Int32, mode: UInt32 = 0,
        in folder: (descriptor: Descriptor, name: String)? = nil, operation: String = "open"
    ) throws(FileError) {
        self.path = path
        number = try call(operation, path) {
            openat(
                folder?.descriptor.number ?? AT_FDCWD, folder?.name ?? path, flags | O_CLOEXEC, mode
            )
        }
        guard flags & O_CREAT != 0, flags & O_EXCL != 0 else { return }
        // Mostly the umask lets it be what it should: one change of the file less for the disk.
        guard try status().st_mode & 0o7777 != mode else { return }
        _ = try call(operation, path) { fchmod(number, mode) }
    }

    /// Takes over a number that the caller opened.
    init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        // After fsync there is no error left that close could report.
        _ = close(number)
    }

    /// What the system knows about the open file.
    func status() throws(FileError) -> stat {
        var status = stat()
        _ = try call("examine", path) { fstat(number, &status) }
        return status
    }

    /// Writes all of `bytes` at the end of what was written before.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = try call("write", path) { Glibc.write(number, start, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Reads what comes next, up to the buffer's size; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try call("read", path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Returns once the disk has what was written.
    func synchronize() throws(FileError) {
        do throws(FileError) {
            _ = try call("synchronize", path) { fsync(number) }
        } catch {
            // Some network file systems have no fsync for folders; there is nothing more to do then.
            guard error.code == EINVAL else { throw error }
        }
    }
}

/// Calls the system, again when a signal interrupts it; a negative answer is an error.
func call<Answer: SignedInteger>(
    _ operation: String, _ path: String, _ body: () -> Answer
) throws(FileError) -> Answer {
    try refuseZero(operation, path)
    while true {
        let answer = body()
        if answer >= 0 { return answer }
        let code = errno
        guard code == EINTR else {
            throw FileError(operation: operation, path: path, code: code)
        }
    }
}

/// Refuses a path with a zero byte: the system would read it up to there and mean another file.
func refuseZero(_ operation: String, _ path: String) throws(FileError) {
    let hasZero = path.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
    guard !(hasZero ?? path.utf8.contains(0)) else {
        throw FileError(operation: operation, path: path, code: EINVAL)
    }
}
