@testable import BundleArchive
import Testing

/// The reader by itself, without the check of the layout before it: the second lock on the same door.
@Suite struct ZipReaderTests {
    /// Reads all four entries of a sample's zip as the unpacker does.
    private func read(_ zip: [UInt8]) throws {
        try zip.withUnsafeBytes { bytes in
            let reader = try ZipReader(bytes)
            for entry in try Sample.zip().entries {
                let path = String(decoding: entry.name, as: UTF8.self)
                try reader.next(path, lengthBytes: entry.bytes.count)
                var found: [UInt8] = []
                try reader.read(path, lengthBytesMax: entry.bytes.count) { found += $0 }
                #expect(found == entry.bytes)
            }
            try reader.end()
        }
    }

    private func check(
        _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout LyingZip) -> Void
    ) throws {
        var zip = try Sample.zip()
        change(&zip)
        let bytes = zip.bytes()
        let error = #expect(throws: ArchiveError.self, sourceLocation: sourceLocation) {
            try read(bytes)
        }
        let found = error?.description ?? ""
        #expect(found.hasPrefix(message), "\(found)", sourceLocation: sourceLocation)
    }

    @Test func readsASoundZip() throws {
        try read(Sample.zip().bytes())
    }

    @Test func refusesLinksAndFolders() throws {
        try check("match.json: expected ") { $0.entries[1].attributes = 0o120777 << 16 }
        try check(#"zip: expected match.json, found "match.json/""#) {
            $0.entries[1].attributes = 0o040755 << 16
        }
    }

    @Test func refusesWhatLibarchiveOnlyWarnsOf() throws {
        try check("match.json: expected a sound zip, found ") { $0.entries[1].checksum = 1 }
        try check("match.json: expected ") { $0.entries[1].bytes += [1, 2, 3] }
    }

    @Test func refusesEncryptedFiles() throws {
        try check("match.json: expected ") { $0.entries[1].flags = 1 }
    }

    @Test func stopsAtTheFirstByteTooMany() throws {
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        let zip = LyingZip(entries: [.init("zeros", zeros)]).bytes()
        var taken = 0
        let error = #expect(throws: ArchiveError.self) {
            try zip.withUnsafeBytes { bytes in
                let reader = try ZipReader(bytes)
                try reader.next("zeros")
                try reader.read("zeros", lengthBytesMax: 1_000_000) { taken += $0.count }
            }
        }
        #expect(error?.description == "zeros: expected at most 1000000 bytes, found more")
        #expect(taken <= 1_000_000)
    }

    @Test func refusesHalfAZip() throws {
        let zip = try Sample.zip().bytes()
        for length in stride(from: 0, to: zip.count, by: 64) {
            #expect(throws: ArchiveError.self) { try read(Array(zip[..<length])) }
        }
    }
}
