import BundleFormat

/// Refuses every zip that ``ZipWriter`` would not have laid out, before anything is unpacked.
///
/// Readers treat a zip differently if its two headers disagree, if entries share bytes, or if there
/// are bytes before, between and after them. Here the entries must fill the file from its first
/// byte to the central directory without a gap, and both headers must agree. So there is only one
/// way to read it.
package struct ZipLayout {
    private let bytes: UnsafeRawBufferPointer
    private let limits: BundleLimits

    /// The entries of a whole file in their order; they point into `bytes`, which must live longer.
    package static func entries(
        of bytes: UnsafeRawBufferPointer, _ limits: BundleLimits
    ) throws(BundleFormatError) -> [ZipEntry] {
        try ZipLayout(bytes: bytes, limits: limits).entries()
    }

    private func entries() throws(BundleFormatError) -> [ZipEntry] {
        let end = bytes.count - ZipForm.endBytes
        guard end >= 0, has(ZipForm.endSignature, at: end) else {
            throw .wrong("zip", expected: "an end record at the end", found: "none")
        }
        let count = number16(end + 10)
        // Disks, both counts and the comment's length: one part, complete, with nothing after it.
        guard number32(end + 4) == 0, number16(end + 8) == count, number16(end + 20) == 0 else {
            throw .wrong("zip", expected: "one part without a comment", found: "another end record")
        }
        guard (1...limits.filesMax + 1).contains(count) else {
            throw .wrong("zip", expected: "1 to \(limits.filesMax + 1) entries", found: "\(count)")
        }
        let directory = number32(end + 16)
        guard directory + number32(end + 12) == end else {
            throw .wrong("zip", expected: "the directory before its end record", found: "a gap")
        }
        var central = directory
        var local = 0
        var entries: [ZipEntry] = []
        for _ in 0..<count {
            entries.append(
                try entry(central: &central, local: &local, directory: directory, end: end))
        }
        guard central == end, local == directory else {
            throw .wrong(
                "zip", expected: "entries without gaps", found: "bytes that belong to none")
        }
        return entries
    }

    /// Checks the two headers of one entry and moves both positions to the next entry.
    private func entry(
        central: inout Int, local: inout Int, directory: Int, end: Int
    ) throws(BundleFormatError) -> ZipEntry {
        guard central + ZipForm.centralBytes <= end, has(ZipForm.centralSignature, at: central),
            local + ZipForm.localBytes <= directory, has(ZipForm.localSignature, at: local)
        else { throw .wrong("zip", expected: "an entry's two headers", found: "something else") }
        let nameBytes = number16(central + 28)
        guard central + ZipForm.centralBytes + nameBytes <= end,
            local + ZipForm.localBytes + nameBytes <= directory
        else { throw .wrong("zip", expected: "a name", found: "one beyond the directory") }
        let name = bytes[
            central + ZipForm.centralBytes..<central + ZipForm.centralBytes + nameBytes]
        guard let path = BundlePath(bytes: name) else {
            throw .wrong("zip", expected: "plain relative paths", found: shownName(name))
        }
        // From the needed version to the length of the extra field, the central entry repeats the
        // local one.
        guard bytes[local + 4..<local + 30].elementsEqual(bytes[central + 6..<central + 32]),
            bytes[local + 30..<local + 30 + nameBytes].elementsEqual(name),
            number32(central + 42) == local
        else { throw .wrong("\(path)", expected: "two equal headers", found: "a difference") }
        try checkFields(path, central: central)
        let start = local + ZipForm.localBytes + nameBytes
        let packed = number32(central + 20)
        guard packed <= directory - start else {
            throw .wrong(
                "\(path)", expected: "its bytes before the directory", found: "\(packed) bytes")
        }
        let entry = ZipEntry(
            path: path.description,
            packed: UnsafeRawBufferPointer(rebasing: bytes[start..<start + packed]),
            isDeflated: number16(central + 10) == ZipForm.deflated,
            lengthBytes: number32(central + 24), checksum: number32(central + 16))
        local = start + packed
        central += ZipForm.centralBytes + nameBytes
        return entry
    }

    /// Checks the fields of an entry: a plain file, stored or deflated, within the limits.
    private func checkFields(_ path: BundlePath, central: Int) throws(BundleFormatError) {
        let flags = number16(central + 8)
        guard flags == 0 else {
            throw .wrong("\(path)", expected: "no flags (encrypted, streamed)", found: "\(flags)")
        }
        let method = number16(central + 10)
        guard [ZipForm.stored, ZipForm.deflated].contains(method) else {
            throw .wrong("\(path)", expected: "stored or deflated", found: "method \(method)")
        }
        let lengthBytes = number32(central + 24)
        guard lengthBytes <= limits.fileBytesMax else {
            throw .wrong(
                "\(path)", expected: "at most \(limits.fileBytesMax) bytes", found: "\(lengthBytes)"
            )
        }
        // Extra field, comment, disk. The internal attributes have no meaning.
        guard number16(central + 30) == 0, number32(central + 32) == 0 else {
            throw .wrong("\(path)", expected: "no extra field or comment", found: "one")
        }
        let attributes = number32(central + 38)
        guard bytes[central + 5] == ZipForm.madeBy[1], attributes == ZipForm.attributes else {
            throw .wrong(
                "\(path)", expected: "a regular file of mode 644",
                found: "attributes 0o\(String(attributes >> 16, radix: 8))")
        }
    }

    private func has(_ signature: [UInt8], at offset: Int) -> Bool {
        bytes[offset..<offset + 4].elementsEqual(signature)
    }

    private func number16(_ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    private func number32(_ offset: Int) -> Int {
        number16(offset) | number16(offset + 2) << 16
    }
}

/// One file of a zip, as both of its headers describe it.
package struct ZipEntry {
    /// Its path; `ZipLayout` has checked that it is a `BundlePath`, which refuses `..`.
    package let path: String
    package let packed: UnsafeRawBufferPointer
    package let isDeflated: Bool
    /// Its length according to the headers; it limits the memory for the file.
    package let lengthBytes: Int
    let checksum: Int
}

/// The numbers of the zip form that the writer and the reader share.
package enum ZipForm {
    static let localSignature: [UInt8] = [0x50, 0x4B, 3, 4]
    static let centralSignature: [UInt8] = [0x50, 0x4B, 1, 2]
    static let endSignature: [UInt8] = [0x50, 0x4B, 5, 6]
    /// Version 2.0 on Unix, so the upper half of the attributes is a mode.
    static let madeBy: [UInt8] = [20, 3]
    /// A regular file (0o100000) with mode 0644, in the upper half.
    static let attributes = 0o100644 << 16
    /// A local header without its name.
    package static let localBytes = 30
    /// An entry of the central directory without its name.
    static let centralBytes = 46
    static let endBytes = 22
    static let stored = 0
    /// RFC 1951.
    static let deflated = 8
}
