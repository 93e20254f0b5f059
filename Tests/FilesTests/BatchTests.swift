import Files
import TestSupport
import Testing

@Suite struct BatchTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test func writesAllAndLeavesNothingElse() throws {
        try folder.write("old", to: "a/0")
        // More than are open at once.
        let files = (0..<150).map {
            FileContent(path: "\($0 % 2 == 0 ? "a" : "b/c")/\($0)", bytes: [UInt8($0)])
        }
        try Folder(folder.path).replaceFilesAndSync(files)
        for file in files {
            #expect(try Files.read(folder[file.path], lengthBytesMax: 9) == file.bytes)
        }
        #expect(try Files.names(in: folder["a"]).count == 75)
        #expect(try Files.names(in: folder["b/c"]).count == 75)
    }

    @Test func aFailureLeavesNoTemporaryFile() throws {
        try Files.createDirectoriesAndSync(folder["a/in-the-way"])
        let error = #expect(throws: FileError.self) {
            try Folder(folder.path).replaceFilesAndSync([
                .init(path: "a/1", bytes: [1]),
                .init(path: "a/in-the-way", bytes: [2]),
                .init(path: "a/3", bytes: [3]),
            ])
        }
        #expect(error?.path == folder["a/in-the-way"])
        #expect(
            try Files.names(in: folder["a"]).allSatisfy { !$0.hasPrefix(Files.temporaryPrefix) })
    }

    @Test func noneIsNoError() throws {
        try Folder(folder.path).replaceFilesAndSync([])
        try Folder(folder.path).replaceFilesWithoutSync([])
    }

    @Test func whatCanBeMadeAgainIsWrittenWholeAsWell() throws {
        try folder.write("old", to: "a/0")
        let files = (0..<70).map {
            FileContent(path: "a/\($0)", bytes: [UInt8($0)])
        }
        try Folder(folder.path).replaceFilesWithoutSync(files)
        for file in files {
            #expect(try Files.read(folder[file.path], lengthBytesMax: 9) == file.bytes)
        }
        #expect(try Files.names(in: folder["a"]).count == files.count)
    }
}
