// The attacks, one a row: what is changed in a sound zip, and what is said about it.

import Testing

extension HostileZipTests {
    struct Attack: CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let bytes: @Sendable () throws -> [UInt8]

        init(_ name: String, _ message: String, bytes: @escaping @Sendable () throws -> [UInt8]) {
            testDescription = name
            self.message = message
            self.bytes = bytes
        }

        /// A sound bundle's zip with something changed.
        init(
            _ name: String, _ message: String,
            _ change: @escaping @Sendable (inout LyingZip) -> Void
        ) {
            self.init(name, message) {
                var zip = try Sample.zip()
                change(&zip)
                return zip.bytes()
            }
        }

        /// A sound bundle's zip with one entry more, of this name.
        init(_ name: String, entry: String) {
            self.init(
                name,
                "zip: expected plain relative paths, found \"\(entry.hostileNameAsShown)\""
            ) { $0.entries.append(.init(entry, [1])) }
        }
    }

    static let attacks = names + kinds + headers + layouts + contents

    static let names: [Attack] = [
        Attack("climbs", entry: "../evil"),
        Attack("climbs further down", entry: "samples/../../evil"),
        Attack("climbs and comes back", entry: "samples/../match.json"),
        Attack("absolute", entry: "/tmp/evil"),
        Attack("backslash", entry: "samples\\..\\..\\evil"),
        Attack("drive letter", entry: "C:evil"),
        Attack("dot", entry: "./match.json"),
        Attack("empty segment", entry: "samples//qm1.txt"),
        Attack("hidden file", entry: ".bashrc"),
        Attack("option", entry: "-rf"),
        Attack("folder", entry: "samples/"),
        Attack("empty name", entry: ""),
        Attack("line end in a name", entry: "a\nb"),
        Attack("terminal commands in a name", entry: "a\u{1B}[2Jb"),
        Attack("zero in a name", entry: "match.json\0.txt"),
        Attack("not ASCII", entry: "é.json"),
        Attack("nested too deep", entry: "a/b/c/d/e"),
        Attack("name too long", entry: String(repeating: "x", count: 201)),
        Attack("invalid UTF-8", #"zip: expected plain relative paths, found "a??""#) {
            $0.entries[1].name = [0x61, 0xFF, 0xFE]
        },
    ]

    static let kinds: [Attack] = [
        Attack("link", "match.json: expected a regular file of mode 644, found attributes 0o120777")
        {
            $0.entries[1].attributes = 0o120777 << 16
            $0.entries[1].bytes = Array("/etc/passwd".utf8)
        },
        Attack(
            "device", "match.json: expected a regular file of mode 644, found attributes 0o20666"
        ) {
            $0.entries[1].attributes = 0o020666 << 16
        },
        Attack("pipe", "match.json: expected a regular file of mode 644, found attributes 0o10644")
        {
            $0.entries[1].attributes = 0o010644 << 16
        },
        Attack(
            "set-user-id",
            "match.json: expected a regular file of mode 644, found attributes 0o104755"
        ) {
            $0.entries[1].attributes = 0o104755 << 16
        },
        Attack(
            "made elsewhere",
            "match.json: expected a regular file of mode 644, found attributes 0o100644"
        ) {
            $0.entries[1].madeBy = 0
        },
        Attack("encrypted", "match.json: expected no flags (encrypted, streamed), found 1") {
            $0.entries[1].flags = 1
        },
        Attack("streamed", "match.json: expected no flags (encrypted, streamed), found 8") {
            $0.entries[1].flags = 8
        },
        Attack("other method", "match.json: expected stored or deflated, found method 12") {
            $0.entries[1].method = 12
        },
    ]

    static let headers: [Attack] = [
        Attack(
            "another name in the local header",
            "match.json: expected two equal headers, found a difference"
        ) {
            $0.entries[1].localName = Array("evil!.json".utf8)
        },
        Attack(
            "longer name in the local header",
            "match.json: expected two equal headers, found a difference"
        ) {
            $0.entries[1].localName = Array("../../evil.json".utf8)
        },
        Attack(
            "another length in the local header",
            "match.json: expected two equal headers, found a difference"
        ) {
            $0.entries[1].localLengthBytes = 1
        },
        Attack(
            "two entries on one local header",
            "zip: expected an entry's two headers, found something else"
        ) {
            $0.entries[3].hasLocal = false
            $0.entries[3].name = $0.entries[2].name
            $0.entries[3].bytes = $0.entries[2].bytes
        },
        Attack("offset elsewhere", "match.json: expected two equal headers, found a difference") {
            $0.entries[1].offset = 0
        },
        Attack(
            "offset beyond the file", "match.json: expected two equal headers, found a difference"
        ) {
            $0.entries[1].offset = 0xFFFF_FFFF
        },
        Attack(
            "local header that is not listed",
            "samples/qm1.json: expected two equal headers, found a difference"
        ) {
            $0.entries[1].hasCentral = false
        },
        Attack("extra field", "match.json: expected no extra field or comment, found one") {
            $0.entries[1].extra = [0x55, 0x54, 1, 0, 0]
        },
        Attack("comment on an entry", "match.json: expected no extra field or comment, found one") {
            $0.entries[1].comment = [1]
        },
        Attack(
            "packed length beyond the file",
            "match.json: expected its bytes before the directory, found 4294967295 bytes"
        ) {
            $0.entries[1].packedBytes = 0xFFFF_FFFF
        },
        Attack(
            "packed length too short", "zip: expected an entry's two headers, found something else"
        ) {
            $0.entries[1].packedBytes = 3
        },
        Attack(
            "length beyond the limit",
            "match.json: expected at most 8388608 bytes, found 4294967295"
        ) {
            $0.entries[1].lengthBytes = 0xFFFF_FFFF
        },
    ]

    static let layouts: [Attack] = [
        Attack("nothing", "zip: expected an end record at the end, found none", bytes: { [] }),
        Attack("no zip", "zip: expected an end record at the end, found none") {
            Array("<html>Please log in to the venue's network</html>".utf8)
        },
        Attack("empty zip", "zip: expected 1 to 1001 entries, found 0") {
            $0.entries = []
        },
        Attack("bytes before", "zip: expected an entry's two headers, found something else") {
            $0.prefix = [1, 2, 3]
        },
        Attack("program before", "zip: expected an entry's two headers, found something else") {
            $0.prefix = Array("#!/bin/sh\nexit\n".utf8)
        },
        Attack(
            "bytes between", "zip: expected entries without gaps, found bytes that belong to none"
        ) {
            $0.gap = [0]
        },
        Attack("bytes after", "zip: expected an end record at the end, found none") {
            $0.suffix = [0]
        },
        Attack(
            "another zip after", "zip: expected the directory before its end record, found a gap"
        ) {
            $0.suffix = LyingZip(entries: [.init("evil", [1])]).bytes()
        },
        Attack("comment", "zip: expected an end record at the end, found none") {
            $0.comment = [1]
        },
        Attack(
            "several disks", "zip: expected one part without a comment, found another end record"
        ) {
            $0.disk = 1
        },
        Attack(
            "fewer entries counted",
            "zip: expected entries without gaps, found bytes that belong to none"
        ) {
            $0.count = 3
        },
        Attack("more entries counted", "zip: expected an entry's two headers, found something else")
        {
            $0.count = 5
        },
        Attack("Zip64", "zip: expected 1 to 1001 entries, found 65535") { $0.count = 0xFFFF },
        Attack("too many files", "zip: expected 1 to 1001 entries, found 1005") { zip in
            zip.entries += (0...1_000).map { .init("f\($0)", []) }
        },
    ]

    static let contents: [Attack] = [
        Attack("wrong checksum", "match.json: expected bytes of its checksum, found others") {
            $0.entries[1].checksum = 0
        },
        Attack("length too short in both headers", "match.json: expected 52 bytes, found 51") {
            $0.entries[1].lengthBytes = 51
        },
        Attack("length too long in both headers", "match.json: expected 52 bytes, found 53") {
            $0.entries[1].lengthBytes = 53
        },
        Attack("fewer bytes than both headers and the manifest say", "match.json: expected ") {
            $0.entries[1].lengthBytes = 52
            $0.entries[1].bytes.removeLast()
        },
        Attack("more bytes than both headers and the manifest say", "match.json: expected ") {
            $0.entries[1].lengthBytes = 52
            $0.entries[1].bytes += [UInt8](repeating: 0, count: 4 << 20)
        },
        Attack(
            "damaged compression",
            "match.json: expected 52 bytes, found packed bytes that give others"
        ) {
            // Noise under headers that call it deflated.
            $0.entries[1].bytes = [UInt8](repeating: 0x55, count: 52)
            $0.entries[1].method = 0
            $0.entries[1].methodSaid = 8
        },
        Attack("another file's bytes", "match.json: expected the hash ") {
            $0.entries[1].bytes[0] ^= 1
        },
        Attack("file twice", #"zip: expected samples/qm1.json, found "match.json""#) {
            $0.entries.insert($0.entries[1], at: 2)
        },
        Attack("names that differ by case", #"zip: expected samples/qm1.json, found "MATCH.JSON""#)
        {
            $0.entries.insert(.init("MATCH.JSON", [1]), at: 2)
        },
        Attack(
            "file that is not listed",
            "zip: expected the end of the entries, found one that is not listed"
        ) {
            $0.entries.append(.init("unlisted", [1]))
        },
        Attack(
            "file below a file",
            "zip: expected the end of the entries, found one that is not listed"
        ) {
            $0.entries.append(.init("match.json/evil", [1]))
        },
        Attack("file missing", "zip: expected samples/qm1.txt, found no more entries") {
            $0.entries.removeLast()
        },
        Attack("another order", #"zip: expected match.json, found "samples/qm1.json""#) {
            $0.entries.swapAt(1, 2)
        },
        Attack("manifest not first", #"zip: expected manifest.json, found "match.json""#) {
            $0.entries.swapAt(0, 1)
        },
        Attack("manifest missing", #"zip: expected manifest.json, found "match.json""#) {
            $0.entries.removeFirst()
        },
        Attack("manifest twice", #"zip: expected match.json, found "manifest.json""#) {
            $0.entries.insert($0.entries[0], at: 1)
        },
        Attack("manifest changed", "manifest.json: expected the version ") {
            $0.entries[0].bytes[0] ^= 1
        },
        Attack(
            "manifest that is a bomb",
            "manifest.json: expected at most 1048576 bytes, found 4194304"
        ) {
            $0.entries[0].bytes = [UInt8](repeating: 0x20, count: 4 << 20)
        },
    ]
}

extension String {
    /// As messages show names from archives.
    fileprivate var hostileNameAsShown: String {
        String(
            utf8.prefix(60).map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "?" }
        )
    }
}
