import Glibc

/// Reads a regular file piece by piece.
package final class FileReader {
    private let descriptor: Descriptor
    /// Its length when it was opened.
    package let lengthBytes: Int

    /// Opens a regular file; links are followed.
    ///
    /// - Throws: ``FileError``, also for a folder or device.
    package convenience init(_ path: String) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe would wait for its other end.
        try self.init(Descriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
    }

    init(_ descriptor: Descriptor) throws(FileError) {
        let status = try descriptor.status()
        switch FileKind(mode: status.st_mode) {
        case .file: break
        case .directory:
            throw FileError(operation: "read", path: descriptor.path, code: EISDIR)
        case .link, .other:
            throw FileError(operation: "read", path: descriptor.path, code: EINVAL)
        }
        self.descriptor = descriptor
        lengthBytes = Int(status.st_size)
    }

    /// Calls a function with the system's number for the open file, for example to give the file to a child
    /// process.
    package func withDescriptor<Value, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { withExtendedLifetime(descriptor) {} }
        return try body(descriptor.number)
    }

    /// Reads the next bytes.
    ///
    /// - Parameter buffer: receives the bytes, at most as many as it holds.
    /// - Returns: how many came; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try descriptor.read(into: buffer)
    }

    /// Reads everything that is left.
    ///
    /// - Throws: ``FileError``, also for a longer file (`isTooLong`).
    package func readToEnd(lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        guard lengthBytes <= lengthBytesMax else { throw .tooLong(descriptor.path) }
        return try WholeRead(descriptor: descriptor, lengthBytesMax: lengthBytesMax)
            .bytes(expectedBytes: lengthBytes)
    }
}
