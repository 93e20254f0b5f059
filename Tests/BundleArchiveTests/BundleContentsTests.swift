import BundleArchive
import BundleFormat
import Files
import Foundation
import TestSupport
import Testing

@testable import BundleZip

/// Packing: same files, same bytes, readable by everybody's tools.
@Suite struct BundleContentsTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func theVersionIsTheManifestsHash() throws {
        let bundle = try Sample.bundle()
        #expect(bundle.version.hex == ContentHasher.hex(of: bundle.manifest.encoded()))
        #expect(bundle.version == (try Sample.bundle()).version)
        #expect(bundle.version != (try Sample.bundle(year: 2025)).version)
        #expect(bundle.version != (try Sample.bundle(["match.json": "{}"])).version)
        #expect(
            ContentHasher.hex(of: Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func everyByteOfTheForm() {
        // Too short to compress, so no zlib's taste is in it.
        let zip = ZipWriter.zip([("a", [0x78]), ("b/c", [])])
        let header: [UInt8] = [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]
        let first = header + [0x83, 0x16, 0xDC, 0x8C, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        let second = header + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
        let mode: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81]
        let expected: [UInt8] =
            [0x50, 0x4B, 3, 4] + first + Array("ax".utf8)
            + [0x50, 0x4B, 3, 4] + second + Array("b/c".utf8)
            + [0x50, 0x4B, 1, 2, 20, 3] + first + mode + [0, 0, 0, 0] + Array("a".utf8)
            + [0x50, 0x4B, 1, 2, 20, 3] + second + mode + [32, 0, 0, 0] + Array("b/c".utf8)
            + [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0, 96, 0, 0, 0, 65, 0, 0, 0, 0, 0]
        #expect(zip == expected)
    }

    @Test func sameFilesSameBytes() throws {
        let zip = try Sample.bundle().zipped()
        let former = umask(0o077)
        defer { umask(former) }
        for _ in 0..<5 {
            // A dictionary made anew has another order.
            let shuffled = Dictionary(uniqueKeysWithValues: Sample.files.shuffled())
            #expect(try Sample.bundle(shuffled).zipped() == zip)
        }
    }

    @Test func aFileIsPackedTheSameWhateverWasBefore() throws {
        let text = Array(String(repeating: "red blue auto teleop ", count: 500).utf8)
        let noise = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }
        let alone = ZipWriter.zip([("x", text)])
        let after = ZipWriter.zip([("y", noise), ("x", text)])
        let packed = alone[31..<alone.count - 22 - 47]
        #expect(packed.count < text.count / 10)
        #expect(after.suffix(22 + 47 * 2 + packed.count).prefix(packed.count) == packed)
    }

    @Test(.needs(programs: "python3")) func pythonReadsIt() throws {
        try Files.createFileSyncingContent(
            at: folder["b.zip"], with: Sample.bundle().zipped(), mode: 0o644)
        let script = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None and z.comment == b""
            for i in z.infolist():
                print(i.filename, i.file_size, i.date_time == (1980, 1, 1, 0, 0, 0), i.create_system,
                      oct(i.external_attr >> 16), i.flag_bits, i.extra, i.comment)
            """
        let python = ["/usr/bin/env", "python3"]
        let result = try Program.run(python[0], [python[1], "-c", script, folder["b.zip"]])
        try #require(result.status == 0, "\(result.messages)")
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: " ")[0] } == [
                "manifest.json", "match.json", "samples/qm1.json", "samples/qm1.txt",
            ])
        for line in lines { #expect(line.hasSuffix(" True 3 0o100644 0 b'' b''")) }
    }

    @Test(.needs(programs: "unzip"))
    func unzipReadsIt() throws {
        try Files.createFileSyncingContent(
            at: folder["b.zip"], with: Sample.bundle().zipped(), mode: 0o644)
        #expect(try Program.run("/usr/bin/unzip", ["-tqq", folder["b.zip"]]).status == 0)
    }

    @Test func aFolderIsWhatTheZipUnpacksTo() throws {
        let bundle = try Sample.bundle()
        try bundle.write(into: folder["written"])
        try Files.createFileSyncingContent(at: folder["b.zip"], with: bundle.zipped(), mode: 0o644)
        try Unpacker.unpack(
            zip: folder["b.zip"], into: folder["unpacked"], expecting: bundle.version,
            year: bundle.year)
        #expect(try folder.contents(of: "written") == folder.contents(of: "unpacked"))
        #expect(try folder.contents(of: "written").count == 4)
        #expect(try BundleVerifier.verify(directory: folder["written"]).version == bundle.version)
    }

    @Test func nothingIsWrittenOverAFolder() throws {
        try folder.write("precious", to: "there/f")
        let error = #expect(throws: ArchiveError.self) {
            try Sample.bundle().write(into: folder["there"])
        }
        guard case .disk(let error) = error else { throw WrongFamily() }
        #expect(error.isExisting)
        #expect(try folder.read("there/f") == "precious")
    }

    @Test func nobodyPacksWhatNobodyUnpacks() throws {
        func refused(_ files: [String: String]) -> String {
            let error = #expect(throws: BundleFormatError.self) {
                try Sample.bundle(files).zipped()
            }
            return error?.description ?? ""
        }
        #expect(refused(["a": "", "A": ""]) == "manifest.json: a: expected no collision, found A")
        #expect(refused(["manifest.json": ""]).contains("expected no collision"))
        let many = (0...1_000).map { ("f\($0)", "") }
        #expect(
            refused(Dictionary(uniqueKeysWithValues: many))
                == "manifest.json: files: expected at most 1000, found 1001")
        #expect(
            refused(["zeros": String(repeating: "0", count: 1 << 20)]).hasPrefix(
                "bundle 2024: expected at most 200 bytes for each packed one, found 1048576 from "))
    }

    struct WrongFamily: Error {}
}
