import CZlib

/// A zip built by hand, every field of which can lie.
struct LyingZip {
    /// One file and what the headers say of it; nil says the truth.
    struct Entry {
        var name: [UInt8]
        var bytes: [UInt8]
        var method = 8
        /// What the headers call the method.
        var methodSaid: Int?
        var flags = 0
        var madeBy = 3
        var attributes = 0o100644 << 16
        var extra: [UInt8] = []
        var comment: [UInt8] = []
        var checksum: Int?
        var lengthBytes: Int?
        var packedBytes: Int?
        /// The local header's own idea of the name.
        var localName: [UInt8]?
        var localLengthBytes: Int?
        /// Where the central entry says that the local header is.
        var offset: Int?
        var hasLocal = true
        var hasCentral = true

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = Array(name.utf8)
            self.bytes = bytes
        }
    }

    var entries: [Entry]
    /// Bytes before the first entry, with every offset true.
    var prefix: [UInt8] = []
    /// Bytes between the last entry and the directory.
    var gap: [UInt8] = []
    /// Bytes behind the end record.
    var suffix: [UInt8] = []
    var comment: [UInt8] = []
    var count: Int?
    var disk = 0

    func bytes() -> [UInt8] {
        var zip = prefix
        var directory: [UInt8] = []
        var count = 0
        for entry in entries {
            let packed = entry.method == 8 ? Self.deflate(entry.bytes) : entry.bytes
            let offset = zip.count
            if entry.hasLocal {
                let name = entry.localName ?? entry.name
                zip += [0x50, 0x4B, 3, 4]
                zip += Self.shared(entry, packed, name, entry.localLengthBytes)
                zip += name + entry.extra + packed
            }
            if entry.hasCentral {
                count += 1
                directory += [0x50, 0x4B, 1, 2, 20, UInt8(entry.madeBy)]
                directory += Self.shared(entry, packed, entry.name, nil)
                directory += Self.number(entry.comment.count, 2) + [0, 0, 0, 0]
                directory += Self.number(entry.attributes, 4)
                directory += Self.number(entry.offset ?? offset, 4)
                directory += entry.name + entry.extra + entry.comment
            }
        }
        zip += gap
        let start = zip.count
        zip += directory
        zip += [0x50, 0x4B, 5, 6] + Self.number(disk, 2) + Self.number(disk, 2)
        zip += Self.number(self.count ?? count, 2) + Self.number(self.count ?? count, 2)
        zip += Self.number(directory.count, 4) + Self.number(start, 4)
        return zip + Self.number(comment.count, 2) + comment + suffix
    }

    /// What both headers have: from the version needed to the extra field's length.
    private static func shared(
        _ entry: Entry, _ packed: [UInt8], _ name: [UInt8], _ lengthBytes: Int?
    ) -> [UInt8] {
        let checksum = entry.bytes.withUnsafeBufferPointer {
            Int(crc32(0, $0.baseAddress, UInt32($0.count)))
        }
        return number(20, 2) + number(entry.flags, 2) + number(entry.methodSaid ?? entry.method, 2)
            + [0, 0, 0x21, 0]
            + number(entry.checksum ?? checksum, 4) + number(entry.packedBytes ?? packed.count, 4)
            + number(lengthBytes ?? entry.lengthBytes ?? entry.bytes.count, 4)
            + number(name.count, 2) + number(entry.extra.count, 2)
    }

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: bytes.count + 1_024) { (output, count) in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                CZlib.deflate(&stream, Z_FINISH)
            }
            count = output.count - Int(stream.avail_out)
        }
    }
}
