import BundleArchive
import BundleFormat
import Files
import TestSupport
import Testing

/// A repository as one file: back as it was, or refused.
@Suite struct RepositoryFileTests {
    private let files: [(path: String, bytes: [UInt8])] = [
        ("targets/f1/2024/ab.bundle.zip", Array("zip zip zip zip zip zip".utf8)),
        ("metadata/1.root.json", []), ("metadata/timestamp.json", Array("{}".utf8)),
    ]

    @Test func whatIsPackedIsRead() throws {
        let folder = try TemporaryDirectory()
        try Files.replaceFileAndSync(at: folder["r.zip"], with: RepositoryFile.packed(files))
        let read = try RepositoryFile(reading: folder["r.zip"])
        #expect(read.files == Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) }))
    }

    @Test func theSameFilesGiveTheSameBytes() throws {
        #expect(try RepositoryFile.packed(files) == RepositoryFile.packed(files))
    }

    @Test(arguments: ["../x", "/x", "a//b", "a/b/c/d/e", ".x", "ä"])
    func aPathThatLeadsElsewhereIsNotPacked(_ path: String) {
        #expect(throws: BundleFormatError.self) { try RepositoryFile.packed([(path, [])]) }
    }

    @Test func everyTruncationIsRefused() throws {
        let folder = try TemporaryDirectory()
        let bytes = try RepositoryFile.packed(files)
        for length in 0..<bytes.count {
            try Files.replaceFileAndSync(at: folder["r.zip"], with: Array(bytes[..<length]))
            #expect(throws: ArchiveError.self) { try RepositoryFile(reading: folder["r.zip"]) }
        }
    }

    @Test func aPathThatIsThereTwiceIsRefused() throws {
        let folder = try TemporaryDirectory()
        try Files.replaceFileAndSync(
            at: folder["r.zip"], with: RepositoryFile.packed(files + files))
        #expect(throws: ArchiveError.self) { try RepositoryFile(reading: folder["r.zip"]) }
    }

    @Test func aBombIsRefusedBeforeItIsUnpacked() throws {
        let folder = try TemporaryDirectory()
        // Nine times eight million zeros pack to some kilobytes.
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let halves = try (0..<2).map { half in
            try RepositoryFile.packed((0..<4).map { ("a\(half)\($0)", zeros) })
        }
        #expect(halves[0].count < 1 << 20)
        #expect(throws: BundleFormatError.self) {
            try RepositoryFile.packed((0..<9).map { ("a\($0)", zeros) })
        }
        try Files.replaceFileAndSync(at: folder["r.zip"], with: halves[0] + halves[1])
        #expect(throws: ArchiveError.self) { try RepositoryFile(reading: folder["r.zip"]) }
    }
}
