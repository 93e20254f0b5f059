import Glibc

/// A regular file read piece by piece.
public final class FileReader {
    private let descriptor: Descriptor
    /// Its length when it was opened.
    public let lengthBytes: Int

    /// Opens a regular file; links are followed.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``FileError``, for a folder or device too.
    public convenience init(_ path: String) throws(FileError) {
        // Opening a pipe must not wait for its other end.
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

    /// Reads what comes next.
    ///
    /// - Parameter buffer: where to; its size is the most that is read.
    /// - Returns: how many bytes came; 0 at the end.
    /// - Throws: ``FileError``.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try descriptor.read(into: buffer)
    }

    /// Reads everything that is left.
    ///
    /// - Parameter lengthBytesMax: more is an error.
    /// - Returns: the bytes.
    /// - Throws: ``FileError``, for a longer file too (`isTooLong`).
    public func readToEnd(lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        guard lengthBytes <= lengthBytesMax else {
            throw FileError(operation: "read", path: descriptor.path, code: EFBIG)
        }
        return try Files.readToEnd(
            descriptor, hint: lengthBytes, lengthBytesMax: lengthBytesMax)
    }
}
