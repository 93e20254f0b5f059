import Files
import Foundation
import TestSupport
import Testing

/// What is made in a folder that its group shares: the group may replace it.
@Suite struct SharedFolderTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The mode of the folder.
        let folder: mode_t
        /// The mode that is asked for, and the one that a file and a folder get.
        let asked: UInt32, file: UInt32, directory: UInt32

        init(_ name: String, _ folder: mode_t, _ asked: UInt32, _ file: UInt32, _ made: UInt32) {
            (testDescription, self.folder) = (name, folder)
            (self.asked, self.file, directory) = (asked, file, made)
        }
    }

    static let cases = [
        Case("a folder that its group shares", 0o2775, 0o644, 0o664, 0o2664),
        Case("a shared folder that others may not enter", 0o2770, 0o755, 0o775, 0o2775),
        Case("a key in a shared folder", 0o2775, 0o600, 0o600, 0o600),
        Case("a private folder in a shared folder", 0o2775, 0o700, 0o700, 0o700),
        Case("what only the owner may change", 0o2775, 0o444, 0o444, 0o2444),
        Case("a setgid folder that its group may not change", 0o2755, 0o644, 0o644, 0o644),
        Case("a group's folder without setgid", 0o775, 0o644, 0o644, 0o644),
        Case("a folder of one user", 0o755, 0o755, 0o755, 0o755),
    ]

    @Test(arguments: cases) func theGroupGetsTheOwnersRights(_ example: Case) throws {
        let folder = try TemporaryDirectory()
        #expect(chmod(folder.path, example.folder) == 0)
        let open = try Folder(folder.path)
        _ = try open.createFile("a", mode: example.asked)
        _ = try open.createFolder("b", mode: example.asked)
        _ = try open.createFolder("c", mode: example.asked)
        try Files.replaceFileAndSync(at: folder["d"], with: [1], mode: example.asked)
        try open.replaceFilesWithoutSync([.init(path: "e", bytes: [])], mode: example.asked)
        try Files.createDirectoriesAndSync(folder["f"], mode: example.asked)
        for name in ["a", "d", "e"] {
            #expect(try mode(folder[name]) == example.file, "\(name)")
        }
        for name in ["b", "c", "f"] {
            #expect(try mode(folder[name]) == example.directory, "\(name)")
        }
    }

    @Test func foldersBelowAreSharedToo() throws {
        let folder = try TemporaryDirectory()
        #expect(chmod(folder.path, 0o2775) == 0)
        try Folder(folder.path).replaceFilesAndSync([.init(path: "a/b/c/d", bytes: [])])
        for name in ["a", "a/b", "a/b/c"] { #expect(try mode(folder[name]) == 0o2775, "\(name)") }
        #expect(try mode(folder["a/b/c/d"]) == 0o664)
    }

    @Test func anOlderLockOfOursIsShared() throws {
        let folder = try TemporaryDirectory()
        _ = try FileLock(exclusive: "lock", in: Folder(folder.path))
        #expect(try mode(folder["lock"]) & 0o020 == 0)
        #expect(chmod(folder.path, 0o2775) == 0)
        _ = try FileLock(exclusive: "lock", in: Folder(folder.path))
        #expect(try mode(folder["lock"]) == 0o664)
    }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
        return status.st_mode & 0o7777
    }
}
