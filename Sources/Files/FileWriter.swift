import Glibc

/// Appends to a file piece by piece.
package final class FileWriter {
    /// What to do if the file exists or not.
    package enum Opening: Sendable {
        /// Creates a file with these permissions, whatever the umask; an existing file is an error.
        case creating(mode: UInt32)
        /// Continues a file, or creates an empty one with these permissions.
        case continuing(mode: UInt32)
    }

    private var descriptor: Descriptor?
    private let path: String
    /// Bytes in the file now.
    package private(set) var lengthBytes: Int

    /// Opens a file to write; a link of that name is an error.
    ///
    /// - Parameters:
    ///   - opening: what to do if the file exists or not.
    package convenience init(_ path: String, _ opening: Opening) throws(FileError) {
        let (folder, name) = try Folder.above(path)
        let flags = O_WRONLY | O_APPEND | O_CREAT
        switch opening {
        case .creating(let mode):
            self.init(created: try folder.open(name, flags | O_EXCL, mode, "create"))
        case .continuing(let mode):
            try self.init(folder.open(name, flags | O_NONBLOCK, mode, "open"))
        }
    }

    /// Writes to a file that was just created.
    init(created descriptor: Descriptor) {
        self.descriptor = descriptor
        path = descriptor.path
        lengthBytes = 0
    }

    /// Continues an open file.
    init(_ descriptor: Descriptor) throws(FileError) {
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
    /// - Throws: ``FileError``; then some of the bytes may have been written.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try opened().write(bytes)
        lengthBytes += bytes.count
    }

    /// Writes `bytes` at the end.
    ///
    /// - Throws: ``FileError``; then some of the bytes may have been written.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
            try append(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Cuts the file off.
    ///
    /// - Parameter lengthBytes: the length it keeps; at most the present one.
    package func truncate(to lengthBytes: Int) throws(FileError) {
        let number = try opened().number
        _ = try call("truncate", path) { ftruncate(number, lengthBytes) }
        self.lengthBytes = lengthBytes
    }

    /// Returns when the disk has what was written; the file's name also needs ``Folder/sync()``.
    ///
    /// - Throws: ``FileError``: a power cut may undo what was written.
    package func sync() throws(FileError) {
        try opened().sync()
    }

    /// Closes the file; ``sync()``, which comes before, reports errors of writing.
    package func close() {
        descriptor = nil
    }

    /// Asks the disk to start writing, and does not wait for it.
    ///
    /// This guarantees nothing. It makes a later ``sync()`` of many files cheaper.
    ///
    /// - Throws: ``FileError`` if the file is closed.
    func startWriting() throws(FileError) {
        // This is a hint that makes Linux start to write (mm/fadvise.c). Only ``sync()`` counts and reports errors.
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
