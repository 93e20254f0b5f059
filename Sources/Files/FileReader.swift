import Glibc

/// Reads a regular file piece by piece.
package final class FileReader {
    private let descriptor: Descriptor
    package let lengthBytes: Int

    /// Opens a regular file; links are followed.
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

    /// Lends the system's number for the open file, for example to a child process.
    package func withDescriptor<Value, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { withExtendedLifetime(descriptor) {} }
        return try body(descriptor.number)
    }

    /// Reads the next bytes, at most as many as the buffer holds; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try descriptor.read(into: buffer)
    }

    /// Reads everything that is left; a longer file is an error (`isTooLong`).
    package func readToEnd(lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        guard lengthBytes <= lengthBytesMax else { throw .tooLong(descriptor.path) }
        return try WholeRead(descriptor: descriptor, lengthBytesMax: lengthBytesMax)
            .bytes(expectedBytes: lengthBytes)
    }
}

/// Reads an open file or pipe to its end, and no further than a limit.
struct WholeRead {
    /// Bytes that a read of unknown length asks for first.
    private static let pieceBytes = 64 << 10

    let descriptor: Descriptor
    let lengthBytesMax: Int

    /// Reads everything that is left; with a length that is expected, one read is enough.
    func bytes(expectedBytes: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = expectedBytes > 0 ? expectedBytes : Self.pieceBytes
        while true {
            // Asks for one byte more than expected, which shows a longer file.
            room = min(room, max(lengthBytesMax - bytes.count, 0)) + 1
            let start = bytes.count
            try append(room, to: &bytes)
            guard bytes.count <= lengthBytesMax else { throw .tooLong(descriptor.path) }
            // A pipe may give less than will come; a file that states its length does not.
            if bytes.count == start || expectedBytes > 0 && bytes.count == expectedBytes {
                return bytes
            }
            room = max(bytes.count, Self.pieceBytes)
        }
    }

    private func append(_ room: Int, to bytes: inout [UInt8]) throws(FileError) {
        var failure: FileError?
        let piece = [UInt8](unsafeUninitializedCapacity: room) { (buffer, count) in
            do throws(FileError) {
                count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
}
