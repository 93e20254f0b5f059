import Glibc

/// An open file or folder; it closes itself, and no child process inherits it.
final class Descriptor: Sendable {
    /// The system's number for it.
    let number: Int32
    /// The path it was opened at, for messages.
    let path: String

    /// `O_PATH`, which Swift's Glibc module leaves out; the same number on every machine Swift runs on.
    static let placeOnly: Int32 = 0o10_000_000

    /// Opens `path`.
    ///
    /// - Parameters:
    ///   - flags: as for open(2); `O_CLOEXEC` is added.
    ///   - folder: an open folder in which this one name is opened instead; then `path` is only for messages.
    init(
        _ path: String, _ flags: Int32, mode: UInt32 = 0,
        in folder: (descriptor: Descriptor, name: String)? = nil, operation: String = "open"
    ) throws(FileError) {
        self.path = path
        let creates = flags & O_CREAT != 0
        let above = creates ? try folder?.descriptor.status() : nil
        let wanted = SharedFolder.mode(mode, in: above)
        number = try call(operation, path) {
            openat(
                folder?.descriptor.number ?? AT_FDCWD, folder?.name ?? path, flags | O_CLOEXEC,
                wanted)
        }
        guard creates else { return }
        let found = try status()
        if flags & O_EXCL != 0 {
            // With most umasks the mode is right already, and the disk has one change less to write.
            guard found.st_mode & 0o7777 != wanted else { return }
            _ = try call(operation, path) { fchmod(number, wanted) }
        } else if wanted != mode, found.st_mode & wanted != wanted, found.st_uid == geteuid() {
            // The umask took the group's rights away, or the folder is shared only now.
            _ = try call(operation, path) { fchmod(number, found.st_mode & 0o7777 | wanted) }
        }
    }

    /// Owns, and later closes, a number that the caller opened.
    init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        // After fsync there is no error left for close to report.
        _ = close(number)
    }

    /// Asks the system about the open file.
    func status() throws(FileError) -> stat {
        var status = stat()
        _ = try call("examine", path) { fstat(number, &status) }
        return status
    }

    /// Writes all of `bytes` after what was written before.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = try call("write", path) { Glibc.write(number, start, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Reads the next bytes, at most as many as the buffer holds; returns 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try call("read", path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Returns when the disk has what was written (fsync).
    func sync() throws(FileError) {
        do throws(FileError) {
            _ = try call("synchronize", path) { fsync(number) }
        } catch {
            // Some network file systems have no fsync for folders; nothing else can be done there.
            guard error.code == EINVAL else { throw error }
        }
    }
}
