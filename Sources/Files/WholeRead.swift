/// Reads an open file or pipe to its end, and no further than a limit.
struct WholeRead {
    /// Bytes that a read of unknown length asks for first.
    private static let pieceBytes = 64 << 10

    let descriptor: Descriptor
    /// The most bytes to accept; more are an error.
    let lengthBytesMax: Int

    /// Reads everything that is left.
    ///
    /// - Parameter expectedBytes: the file's length, so that one read is enough; 0 if unknown.
    /// - Throws: ``FileError``, also for a longer file (`isTooLong`).
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
