import Files
import Foundation
import TestSupport
import Testing

/// Reads that are bounded, never wait for a pipe and say what is where.
@Suite struct FilesReadingTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000]) func readsWholeFiles(
        _ length: Int
    ) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Files.createFileSyncingContent(at: folder["f"], with: bytes, mode: 0o644)
        #expect(try Files.read(folder["f"], lengthBytesMax: length) == bytes)
        #expect(try Files.readStream(folder["f"], lengthBytesMax: length) == bytes)
        #expect(try Files.lengthBytes(folder["f"]) == length)
        guard length > 0 else { return }
        let error = #expect(throws: FileError.self) {
            try Files.read(folder["f"], lengthBytesMax: length - 1)
        }
        #expect(error?.isTooLong == true)
        #expect(throws: FileError.self) {
            try Files.readStream(folder["f"], lengthBytesMax: length - 1)
        }
    }

    @Test func readsFilesThatHideTheirLength() throws {
        // Files under /proc say they have no bytes.
        let bytes = try Files.read("/proc/self/status", lengthBytesMax: 1 << 20)
        #expect(bytes.starts(with: Array("Name:".utf8)))
        #expect(throws: FileError.self) { try Files.read("/proc/self/status", lengthBytesMax: 9) }
    }

    @Test func endlessDevicesEnd() {
        let error = #expect(throws: FileError.self) {
            try Files.readStream("/dev/zero", lengthBytesMax: 1_000_000)
        }
        #expect(error?.isTooLong == true)
    }

    @Test func refusesWhatIsNoFile() throws {
        // No process writes to the pipe: reading it would wait for ever.
        #expect(mkfifo(folder["pipe"], 0o600) == 0)
        for (path, message) in [
            (folder["pipe"], "cannot read \(folder["pipe"]): Invalid argument"),
            (folder.path, "cannot read \(folder.path): Is a directory"),
            ("/dev/null", "cannot read /dev/null: Invalid argument"),
            (folder["none"], "cannot open \(folder["none"]): No such file or directory"),
        ] {
            let error = #expect(throws: FileError.self) { try Files.read(path, lengthBytesMax: 9) }
            #expect(error?.description == message)
        }
    }

    @Test func tellsKindsApart() throws {
        try folder.write("x", to: "d/f")
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "d")
        #expect(mkfifo(folder["p"], 0o600) == 0)
        #expect(try Files.kind(folder["d/f"]) == .file)
        #expect(try Files.kind(folder["d"]) == .directory)
        #expect(try Files.kind(folder["l"]) == .link)
        #expect(try Files.kind(folder["p"]) == .other)
        #expect(try Files.kind(folder["none"]) == nil)
        #expect(try Files.kind(folder["d/f/below a file"]) == nil)
        #expect(try Files.lengthBytes(folder["none"]) == nil)
    }

    @Test func knowsTimeAndSpace() throws {
        try folder.write("x", to: "f")
        let time = Date(timeIntervalSince1970: 1_234_567_890)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder["f"])
        #expect(try Files.modificationTime(folder["f"]) == 1_234_567_890)
        #expect(try Files.modificationTime(folder["none"]) == nil)
        #expect(try FileSystemRoom.freeBytes(at: folder.path) > 0)
        #expect(throws: FileError.self) { try FileSystemRoom.freeBytes(at: folder["none"]) }
    }

    @Test func readsPieceByPiece() throws {
        try folder.write("abcdefgh", to: "f")
        let reader = try FileReader(folder["f"])
        #expect(reader.lengthBytes == 8)
        var pieces: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 3)
        while case let count = try buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }),
            count > 0
        {
            pieces.append(Array(buffer[..<count]))
        }
        #expect(pieces == ["abc", "def", "gh"].map { Array($0.utf8) })
    }
}
