import Glibc

/// A file written piece by piece, at its end.
public final class FileWriter {
    /// What to do about a file that is there, or is not.
    public enum Opening: Sendable {
        /// Make a file with these permissions, whatever the umask; one that is there is an error.
        case creating(mode: UInt32)
        /// Go on with a file, or make an empty one with these permissions.
        case continuing(mode: UInt32)
    }

    private var descriptor: Descriptor?
    private let path: String
    /// Bytes in the file now.
    public private(set) var lengthBytes: Int

    /// Opens a file to write; a link in its place is an error.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - opening: what to do about one that is there, or is not.
    /// - Throws: ``FileError``.
    public convenience init(_ path: String, _ opening: Opening) throws(FileError) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW
        switch opening {
        case .creating(let mode):
            try self.init(
                created: Descriptor(path, flags | O_EXCL, mode: mode, operation: "create"))
        case .continuing(let mode):
            try self.init(Descriptor(path, flags | O_NONBLOCK, mode: mode))
        }
    }

    /// Writes to a file that was just made.
    init(created descriptor: Descriptor) {
        self.descriptor = descriptor
        path = descriptor.path
        lengthBytes = 0
    }

    private init(_ descriptor: Descriptor) throws(FileError) {
        let status = try descriptor.status()
        guard FileKind(mode: status.st_mode) == .file else {
            throw FileError(operation: "write", path: descriptor.path, code: EINVAL)
        }
        self.descriptor = descriptor
        path = descriptor.path
        lengthBytes = Int(status.st_size)
    }

    /// Writes `bytes` at the end.
    ///
    /// - Parameter bytes: what to write.
    /// - Throws: ``FileError``; some of the bytes may have been written then.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try opened().write(bytes)
        lengthBytes += bytes.count
    }

    /// Writes `bytes` at the end.
    ///
    /// - Parameter bytes: what to write.
    /// - Throws: ``FileError``; some of the bytes may have been written then.
    public func append(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
            try append(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Cuts the file off.
    ///
    /// - Parameter lengthBytes: what is left of it; not more than it has.
    /// - Throws: ``FileError``.
    public func truncate(to lengthBytes: Int) throws(FileError) {
        let number = try opened().number
        _ = try call("truncate", path) { ftruncate(number, lengthBytes) }
        self.lengthBytes = lengthBytes
    }

    /// Returns once the disk has what was written; the file's name needs its folder's turn as well.
    ///
    /// - Throws: ``FileError``: what was written may be lost.
    public func synchronize() throws(FileError) {
        try opened().synchronize()
    }

    /// Ends writing; errors of writing show in ``synchronize()``, before this.
    public func close() {
        descriptor = nil
    }

    /// Lets the disk begin with what was written, without waiting for it.
    ///
    /// Promises nothing, and makes the ``synchronize()`` of many files cheaper that comes later.
    ///
    /// - Throws: ``FileError`` where the file is closed.
    func startWriting() throws(FileError) {
        // No more than a hint, which Linux takes by starting to write (mm/fadvise.c): ``synchronize()`` is
        // what counts, and says what went wrong.
        _ = posix_fadvise(try opened().number, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// The open file.
    func opened() throws(FileError) -> Descriptor {
        guard let descriptor else {
            throw FileError(operation: "write", path: path, code: EBADF)
        }
        return descriptor
    }
}
