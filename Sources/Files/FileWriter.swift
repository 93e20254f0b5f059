import Glibc

/// Appends to a file piece by piece.
package final class FileWriter {
    private var descriptor: Descriptor?
    private let path: String
    package private(set) var lengthBytes: Int

    /// Writes to a file that was just created.
    init(created descriptor: Descriptor) {
        self.descriptor = descriptor
        path = descriptor.path
        lengthBytes = 0
    }

    init(_ descriptor: Descriptor) throws(FileError) {
        let status = try descriptor.status()
        guard FileKind(mode: status.st_mode) == .file else {
            throw FileError(operation: "write", path: descriptor.path, code: EINVAL)
        }
        self.descriptor = descriptor
        path = descriptor.path
        lengthBytes = Int(status.st_size)
    }

    /// Writes `bytes` at the end; after an error some of them may have been written.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try opened().write(bytes)
        lengthBytes += bytes.count
    }

    package func append(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
            try append(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Returns when the disk has what was written; the file's name also needs ``Folder/sync()``.
    package func sync() throws(FileError) {
        try opened().sync()
    }

    /// Closes the file; ``sync()``, which comes before, reports errors of writing.
    package func close() {
        descriptor = nil
    }

    /// Waits for nothing and guarantees nothing; it makes a later ``sync()`` of many files cheaper.
    func startWriting() throws(FileError) {
        // This is a hint that makes Linux start to write (mm/fadvise.c). Only ``sync()`` counts and reports errors.
        _ = posix_fadvise(try opened().number, 0, 0, POSIX_FADV_DONTNEED)
    }

    func opened() throws(FileError) -> Descriptor {
        guard let descriptor else {
            throw FileError(operation: "write", path: path, code: EBADF)
        }
        return descriptor
    }
}
