import BundleFormat
import CZlib

extension ZipEntry {
    /// Exactly the bytes that the headers promise.
    func unpacked() throws(BundleFormatError) -> [UInt8] {
        let bytes = isDeflated ? inflated() : Array(packed)
        guard let bytes, bytes.count == lengthBytes else {
            throw .wrong(
                path, expected: "\(lengthBytes) bytes", found: "packed bytes that give others")
        }
        guard ZipForm.checksum(bytes) == checksum else {
            throw .wrong(path, expected: "bytes of its checksum", found: "others")
        }
        return bytes
    }

    /// Nil if `packed` is not exactly one deflate stream of at most `lengthBytes`.
    private func inflated() -> [UInt8]? {
        var stream = z_stream()
        return withUnsafeMutablePointer(to: &stream) { stream in
            let code = inflateInit2_(
                stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            precondition(code == Z_OK, "zlib has no memory left, or is another version")
            defer { inflateEnd(stream) }
            var isWhole = false
            // zlib needs an address, also for an empty file.
            let bytes = [UInt8](unsafeUninitializedCapacity: lengthBytes + 1) { (room, count) in
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: packed.baseAddress?.assumingMemoryBound(to: UInt8.self))
                stream.pointee.avail_in = UInt32(packed.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(lengthBytes)
                isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
                count = lengthBytes - Int(stream.pointee.avail_out)
            }
            return isWhole ? bytes : nil
        }
    }
}

extension ZipForm {
    static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, UInt32($0.count))) }
    }
}
