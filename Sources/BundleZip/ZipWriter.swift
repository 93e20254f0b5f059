import CZlib

/// Writes a zip in the plainest form (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16).
///
/// The time is 1980-01-01, the mode 0644; there are no extra fields, data descriptors or comments,
/// and names are ASCII. So nothing of the machine gets into the zip, and ``ZipLayout`` can refuse
/// everything else.
struct ZipWriter {
    /// The caller keeps far below 65,536 entries and 4 GiB, the limits of the form without Zip64.
    static func zip(_ entries: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        var bound = ZipForm.endBytes
        for entry in entries {
            bound += ZipForm.localBytes + ZipForm.centralBytes + 2 * entry.path.utf8.count
            bound += entry.bytes.count
        }
        precondition(entries.count < 1 << 16 && bound < 1 << 32, "the zip needs Zip64")
        return [UInt8](unsafeUninitializedCapacity: bound) { (buffer, count) in
            var writer = ZipWriter(out: UnsafeMutableRawBufferPointer(buffer))
            for entry in entries { writer.add(entry.path, entry.bytes) }
            writer.finish()
            count = writer.at
        }
    }

    private let out: UnsafeMutableRawBufferPointer
    private var at = 0
    private let deflater = Deflater()
    /// The fields that the central directory repeats, the entry's name, and its offset.
    private var headers: [(fields: [UInt8], path: String, offset: Int)] = []

    private mutating func add(_ path: String, _ bytes: [UInt8]) {
        let offset = at
        let data = offset + ZipForm.localBytes + path.utf8.count
        let (method, packed) = bytes.withUnsafeBytes { bytes in
            // Use no more than storing takes, because `out` has no more room.
            let room = UnsafeMutableRawBufferPointer(rebasing: out[data..<data + bytes.count])
            if let packed = deflater.deflate(bytes, into: room) {
                return (ZipForm.deflated, packed)
            }
            room.copyMemory(from: bytes)
            return (ZipForm.stored, bytes.count)
        }
        var fields: [UInt8] = []
        fields.append16(20)  // version needed: 2.0
        fields.append16(0)  // flags
        fields.append16(method)
        fields.append16(0)  // time: 00:00:00
        fields.append16(0x21)  // date: 1980-01-01
        fields.append32(ZipForm.checksum(bytes))
        fields.append32(packed)
        fields.append32(bytes.count)
        fields.append16(path.utf8.count)
        fields.append16(0)  // no extra field
        headers.append((fields, path, offset))
        put(ZipForm.localSignature)
        put(fields)
        put(path.utf8)
        at = data + packed
    }

    private mutating func finish() {
        let start = at
        for header in headers {
            var tail: [UInt8] = []
            tail.append16(0)  // no comment
            tail.append16(0)  // disk
            tail.append16(0)  // internal attributes
            tail.append32(ZipForm.attributes)
            tail.append32(header.offset)
            put(ZipForm.centralSignature)
            put(ZipForm.madeBy)
            put(header.fields)
            put(tail)
            put(header.path.utf8)
        }
        var end: [UInt8] = []
        end.append32(0)  // disks
        end.append16(headers.count)
        end.append16(headers.count)
        end.append32(at - start)
        end.append32(start)
        end.append16(0)  // no comment
        put(ZipForm.endSignature)
        put(end)
    }

    private mutating func put(_ bytes: some Collection<UInt8>) {
        out[at..<at + bytes.count].copyBytes(from: bytes)
        at += bytes.count
    }
}

extension [UInt8] {
    fileprivate mutating func append16(_ number: Int) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }

    fileprivate mutating func append32(_ number: Int) {
        append16(number)
        append16(number >> 16)
    }
}

/// zlib's raw deflate; one state packs many files, because making a state costs more than a small file.
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

    /// Compresses `bytes` to the start of `room`; nil if they do not fit, and then the file is stored unpacked.
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
