import BundleFormat
import JSON
import Testing

/// A manifest has one spelling, and lists nothing that two file systems could take for two things.
@Suite struct ManifestTests {
    private static let hash = String(repeating: "ab", count: 32)

    private static func file(_ path: String, _ length: Int = 1) throws -> Manifest.File {
        Manifest.File(path: try #require(BundlePath(path)), lengthBytes: length, sha256: hash)
    }

    private func year() throws -> BundleYear { try #require(BundleYear(2024)) }

    @Test func oneSpelling() throws {
        let manifest = try Manifest(
            year: year(), files: [Self.file("samples/a.txt", 0), Self.file("match.json", 12)])
        let text =
            #"{"files":[{"length":12,"path":"match.json","sha256":"\#(Self.hash)"},"#
            + #"{"length":0,"path":"samples/a.txt","sha256":"\#(Self.hash)"}],"format":1,"year":2024}"#
        #expect(String(decoding: manifest.encoded(), as: UTF8.self) == text)
        #expect(try JSON.parse(text).canonical() == manifest.encoded())
        #expect(try Manifest.decode(manifest.encoded()) == manifest)
    }

    @Test func nothingInIt() throws {
        let manifest = try Manifest(year: year(), files: [])
        #expect(try Manifest.decode(manifest.encoded()) == manifest)
    }

    @Test(arguments: [1, 2])
    func theLevelIsReadFromTheEndOfACheckedManifest(_ level: Int) throws {
        for files in [[], [try Self.file("match.json", 12)]] {
            let manifest = try Manifest(year: year(), files: files, format: level)
            #expect(Manifest.level(ofChecked: manifest.encoded()) == level)
        }
        #expect(Manifest.level(ofChecked: []) == nil)
        #expect(Manifest.level(ofChecked: Array(#"],"format":"#.utf8)) == nil)
    }

    struct Refused: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let message: String
        init(_ name: String, _ text: String, _ message: String) {
            testDescription = name
            self.text = text.replacing("HASH", with: ManifestTests.hash)
            self.message = message
        }

        /// A manifest with these files.
        init(_ name: String, files: [String], _ message: String) {
            let listed = files.map { #"{"length":1,"path":"\#($0)","sha256":"HASH"}"# }
            let list = listed.joined(separator: ",")
            self.init(
                name, #"{"files":[\#(list)],"format":1,"year":2024}"#, "manifest.json: \(message)")
        }
    }

    static let refused: [Refused] = [
        Refused(
            "no JSON", "{",
            "manifest.json: line 1, column 2: expected a key in quotes, found the end of the text"),
        Refused(
            "no object", "[]", "manifest.json: the whole text: expected an object, found a list"),
        Refused("no format", "{}", "manifest.json: format: expected a value, found none"),
        Refused(
            "another format, whatever the rest", #"{"format":3}"#,
            "manifest.json: format: expected a level from 1 to 2; a higher one needs a newer program, "
                + "found 3"),
        Refused(
            "another member", #"{"extra":1,"files":[],"format":1,"year":2024}"#,
            "manifest.json: extra: expected no such member, found one"),
        Refused(
            "year out of range", #"{"files":[],"format":1,"year":1991}"#,
            "manifest.json: year: expected a year from 1992 to 2999, found 1991"),
        Refused(
            "year as text", #"{"files":[],"format":1,"year":"2024"}"#,
            #"manifest.json: year: expected an integer of 64 bits, found "2024""#),
        Refused(
            "spaces", #"{"files": [],"format":1,"year":2024}"#,
            "manifest.json: expected canonical JSON, found another form"),
        Refused(
            "members in another order", #"{"format":1,"files":[],"year":2024}"#,
            "manifest.json: expected canonical JSON, found another form"),
        Refused(
            "final line end", "{\"files\":[],\"format\":1,\"year\":2024}\n",
            "manifest.json: expected canonical JSON, found another form"),
        Refused(
            "negative length",
            #"{"files":[{"length":-1,"path":"a","sha256":"HASH"}],"format":1,"year":2024}"#,
            "manifest.json: files[0].length: expected an integer from 0 to 1099511627776, found -1"),
        Refused(
            "length beyond the limit",
            #"{"files":[{"length":8388609,"path":"a","sha256":"HASH"}],"format":1,"year":2024}"#,
            "manifest.json: a: expected at most 8388608 bytes, found 8388609"),
        Refused(
            "hash in capitals",
            #"{"files":[{"length":1,"path":"a","sha256":"AB"}],"format":1,"year":2024}"#,
            #"manifest.json: files[0].sha256: expected 64 lower-case hex digits, found "AB""#),
        Refused(
            "path that climbs", files: ["../a"],
            #"files[0].path: expected a plain relative path, found "../a""#),
        Refused(
            "path twice", files: ["a", "a"],
            "a: expected paths sorted and once each, found it after a"),
        Refused(
            "paths unsorted", files: ["b", "a"],
            "a: expected paths sorted and once each, found it after b"),
        Refused(
            "manifest itself", files: ["manifest.json"],
            "manifest.json: expected no collision, found manifest.json"),
        Refused(
            "manifest in capitals", files: ["MANIFEST.JSON"],
            "MANIFEST.JSON: expected no collision, found manifest.json"),
        Refused(
            "manifest as a folder", files: ["manifest.json/a"],
            "manifest.json/a: expected no collision, found manifest.json"),
        Refused(
            "paths that differ by case", files: ["A", "a"], "a: expected no collision, found A"),
        Refused(
            "folders that differ by case", files: ["A/x", "a/y"],
            "a/y: expected no collision, found A"),
        Refused("file and folder", files: ["a", "a/b"], "a/b: expected no collision, found a"),
        Refused(
            "folder and file that differ by case", files: ["A/b", "a"],
            "a: expected no collision, found A"),
        Refused(
            "file and folder further down", files: ["a/b", "a/b/c"],
            "a/b/c: expected no collision, found a/b"),
        Refused(
            "too many files", files: (0...1_000).map { "f\($0 + 1_000)" },
            "files: expected at most 1000, found 1001"),
    ]

    @Test(arguments: refused) func refuses(_ row: Refused) {
        let error = #expect(throws: BundleFormatError.self) {
            try Manifest.decode(Array(row.text.utf8))
        }
        #expect(error?.description == row.message)
    }

    @Test func nobodyMakesWhatNobodyReads() throws {
        for files in [["a", "a"], ["A", "a"], ["a", "a/b"], ["manifest.json"]] {
            let files = try files.map { try Self.file($0) }
            #expect(throws: BundleFormatError.self) { try Manifest(year: year(), files: files) }
        }
        let large = try (0..<5).map { try Self.file("f\($0)", 8 << 20) }
        let error = #expect(throws: BundleFormatError.self) {
            try Manifest(year: year(), files: large)
        }
        #expect(
            "\(error?.problem ?? "")" == "expected at most 33554432 bytes in all, found 41943040")
    }

    @Test func limitsCanBeNarrower() throws {
        let manifest = try Manifest(year: year(), files: [Self.file("a", 10), Self.file("b", 10)])
        func refused(_ narrow: (inout BundleLimits) -> Void) -> String? {
            var limits = BundleLimits.standard
            narrow(&limits)
            let error = #expect(throws: BundleFormatError.self) {
                try Manifest.decode(manifest.encoded(), limits: limits)
            }
            return error?.problem
        }
        #expect(refused { $0.filesMax = 1 } == "expected at most 1, found 2")
        #expect(refused { $0.fileBytesMax = 9 } == "expected at most 9 bytes, found 10")
        #expect(
            refused { $0.unpackedBytesMax = 19 } == "expected at most 19 bytes in all, found 20")
        #expect(
            refused { $0.manifestBytesMax = 20 }
                == "expected at most 20 bytes, found \(manifest.encoded().count)")
    }

    @Test func sharedFoldersAreNoCollision() throws {
        let paths = ["a/b/c", "a/b/d", "a/e", "samples/x.json", "samples/x.txt"]
        let manifest = try Manifest(year: year(), files: paths.map { try Self.file($0) })
        #expect(try Manifest.decode(manifest.encoded()).files.map(\.path.description) == paths)
    }
}
