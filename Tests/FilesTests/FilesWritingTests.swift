import Dispatch
import Files
import Foundation
import TestSupport
import Testing

/// Writes that leave the old or the new, and nothing else.
@Suite struct FilesWritingTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func names() throws -> [String] { try Files.names(in: folder.path) }

    @Test func whatMayBeLostIsWrittenWhole() throws {
        try folder.write("old", to: "a")
        let place = try Folder(folder.path)
        try place.replaceFileSyncingContent("a", with: [1, 2], mode: 0o600)
        #expect(try Files.read(folder["a"], lengthBytesMax: 9) == [1, 2])
        #expect(try Files.names(in: folder.path) == ["a"])
        #expect(throws: FileError.self) {
            try place.replaceFileSyncingContent("none/a", with: [1])
        }
    }

    @Test func makesAndReplacesAFile() throws {
        for text in ["one", "a longer two", ""] {
            try Files.replaceFileAndSync(at: folder["f"], with: Array(text.utf8))
            #expect(try folder.read("f") == text)
            #expect(try names() == ["f"])
        }
    }

    @Test func replacesALinkAndLeavesItsTargetAlone() throws {
        try folder.write("target", to: "t")
        try Files.replaceLinkAndSync(at: folder["f"], pointingTo: "t")
        try Files.replaceFileAndSync(at: folder["f"], with: [0x21])
        #expect(try Files.kind(folder["f"]) == .file)
        #expect(try folder.read("t") == "target")
    }

    @Test func leavesNothingBehindWhereItFails() throws {
        try folder.write("x", to: "d/x")
        let error = #expect(throws: FileError.self) {
            try Files.replaceFileAndSync(at: folder["d"], with: [1])
        }
        #expect(error?.description == "cannot write \(folder["d"]): Is a directory")
        #expect(throws: FileError.self) {
            try Files.replaceLinkAndSync(at: folder["d"], pointingTo: "x")
        }
        #expect(try names() == ["d"])
        #expect(try folder.read("d/x") == "x")
    }

    @Test func saysWhereThereIsNoFolder() {
        let error = #expect(throws: FileError.self) {
            try Files.replaceFileAndSync(at: folder["none/f"], with: [1])
        }
        #expect(error?.description == "cannot write \(folder["none/f"]): No such file or directory")
    }

    @Test func stepsOverWhatAnEarlierProcessLeft() throws {
        let leftover = "\(Files.temporaryPrefix)\(getpid())-0"
        try folder.write("half", to: leftover)
        try Files.replaceFileAndSync(at: folder["f"], with: [0x31])
        #expect(try folder.read("f") == "1")
        #expect(try folder.read(leftover) == "half")
    }

    @Test func manyThreadsWriteOneFile() throws {
        let folder = folder
        DispatchQueue.concurrentPerform(iterations: 16) { thread in
            let bytes = [UInt8](repeating: UInt8(thread), count: 10_000)
            for _ in 0..<5 {
                #expect(throws: Never.self) {
                    try Files.replaceFileAndSync(at: folder["f"], with: bytes)
                }
            }
        }
        let bytes = try Files.read(folder["f"], lengthBytesMax: 10_000)
        #expect(bytes.count == 10_000)
        #expect(Set(bytes).count == 1)
        #expect(try names() == ["f"])
    }

    @Test func theModeIsAsAskedWhateverTheUmask() throws {
        let former = umask(0o077)
        defer { umask(former) }
        try Files.replaceFileAndSync(at: folder["public"], with: [])
        try Files.replaceFileAndSync(at: folder["secret"], with: [], mode: 0o600)
        try Files.createFileSyncingContent(at: folder["new"], with: [], mode: 0o640)
        try Files.createDirectoriesAndSync(folder["d/e"])
        _ = try Folder(folder.path).createFolder("g").createFolder("h").createFile("f")
        for (name, mode) in [
            ("public", 0o644), ("secret", 0o600), ("new", 0o640), ("d", 0o755), ("d/e", 0o755),
            ("g", 0o755), ("g/h", 0o755), ("g/h/f", 0o644),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder[name])
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }

    @Test func aNewFileMustBeNew() throws {
        try Files.createFileSyncingContent(at: folder["f"], with: [0x31], mode: 0o644)
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "nowhere")
        for name in ["f", "l"] {
            let error = #expect(throws: FileError.self) {
                try Files.createFileSyncingContent(at: folder[name], with: [0x32], mode: 0o644)
            }
            #expect(error?.isExisting == true)
        }
        #expect(try folder.read("f") == "1")
        #expect(try names() == ["f", "l"])
    }

    @Test func switchesALink() throws {
        #expect(try Files.linkTarget(folder["l"]) == nil)
        for target in ["sets/1", "sets/2", "/absolute", "é"] {
            try Files.replaceLinkAndSync(at: folder["l"], pointingTo: target)
            #expect(try Files.linkTarget(folder["l"]) == target)
        }
        #expect(try names() == ["l"])
        try folder.write("", to: "f")
        #expect(try Files.linkTarget(folder["f"]) == nil)
    }

    @Test func writesPieceByPieceAndGoesOn() throws {
        let opened = try Folder(folder.path)
        let writer = try opened.createFile("f")
        try writer.append(Array("ab".utf8))
        try writer.append([])
        #expect(writer.lengthBytes == 2)
        try writer.sync()
        writer.close()
        #expect(throws: FileError.self) { try writer.append([1]) }

        let again = try opened.continueFile("f")
        #expect(again.lengthBytes == 2)
        try again.append(Array("c!".utf8))
        #expect(again.lengthBytes == 4)
        #expect(try folder.read("f") == "abc!")
        #expect(throws: FileError.self) { try opened.createFile("f") }
    }

    @Test func writesThroughNoLinkAndToNoPipe() throws {
        try folder.write("x", to: "t")
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "t")
        #expect(mkfifo(folder["p"], 0o600) == 0)
        for name in ["l", "p"] {
            #expect(throws: FileError.self) { try Folder(folder.path).continueFile(name) }
        }
        #expect(try folder.read("t") == "x")
    }

    @Test func refusesAZeroInAPath() throws {
        try folder.write("x", to: "f")
        let error = #expect(throws: FileError.self) { try Files.remove(folder["f\0.json"]) }
        #expect(error?.code == EINVAL)
        #expect(throws: FileError.self) { try Files.rename(folder["f\0"], to: folder["g"]) }
        #expect(throws: FileError.self) {
            try Files.replaceLinkAndSync(at: folder["g"], pointingTo: "a\0b")
        }
        #expect(try names() == ["f"])
    }
}
