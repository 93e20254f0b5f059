import CZlib

/// zlib's raw deflate.
///
/// One state packs many files, because making a state costs more than a small file.
final class Deflater {
    /// Level 6, zlib's default: level 9 takes three times as long and saves two percent.
    private static let level: Int32 = 6

    /// It has its own memory, because zlib keeps the address.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = deflateInit2_(
            stream, Self.level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib has no memory left, or is another version")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses `bytes` to the start of `room`.
    ///
    /// - Returns: the number of bytes, or nil if they do not fit; then the file is stored unpacked.
    func deflate(
        _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        guard let input = bytes.baseAddress, let output = room.baseAddress else { return nil }
        deflateReset(stream)
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room.count)
        guard CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return room.count - Int(stream.pointee.avail_out)
    }
}
