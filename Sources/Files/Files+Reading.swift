import Glibc

extension Files {
    /// Reads a whole file; links are followed.
    ///
    /// - Parameters:
    ///   - path: a regular file.
    ///   - lengthBytesMax: more is an error: stops one file from filling the memory.
    /// - Returns: the bytes.
    /// - Throws: ``FileError``, for a folder or device too, and for a longer file (`isTooLong`).
    public static func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try FileReader(path).readToEnd(lengthBytesMax: lengthBytesMax)
    }

    /// Reads a file, a pipe or a terminal to its end, for what a person names on a command line.
    ///
    /// - Parameters:
    ///   - path: anything but a folder; links are followed.
    ///   - lengthBytesMax: more is an error.
    /// - Returns: the bytes.
    /// - Throws: ``FileError``.
    public static func readStream(
        _ path: String, lengthBytesMax: Int
    ) throws(FileError) -> [UInt8] {
        let descriptor = try Descriptor(path, O_RDONLY | O_NOCTTY)
        return try readToEnd(descriptor, hint: 0, lengthBytesMax: lengthBytesMax)
    }

    /// Reads to the end of an open file; in one piece where `hint` is its length.
    static func readToEnd(
        _ descriptor: Descriptor, hint: Int, lengthBytesMax: Int
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = hint > 0 ? hint : 64 << 10
        while true {
            // One byte more than expected, so that a longer file shows.
            room = min(room, max(lengthBytesMax - bytes.count, 0)) + 1
            let start = bytes.count
            try append(room, from: descriptor, to: &bytes)
            guard bytes.count <= lengthBytesMax else {
                throw FileError(operation: "read", path: descriptor.path, code: EFBIG)
            }
            // A pipe may give less than is to come, a file that says its length does not.
            if bytes.count == start || hint > 0 && bytes.count == hint { return bytes }
            room = max(bytes.count, 64 << 10)
        }
    }

    private static func append(
        _ room: Int, from descriptor: Descriptor, to bytes: inout [UInt8]
    ) throws(FileError) {
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
