import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct DiskWaitTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func writers(_ names: Range<Int>) throws -> [FileWriter] {
        try names.map { name in
            let writer = try Folder(folder.path).createFile("\(name)")
            try writer.append([UInt8(name)])
            return writer
        }
    }

    @Test func eachGroupHasItsAnswer() throws {
        // More than there are threads.
        let groups = [
            try DiskWait.Group(writers(0..<20), [Folder(folder.path)]),
            try DiskWait.Group([], []), try DiskWait.Group(writers(20..<21), []),
        ]
        let wait = DiskWait(groups)
        #expect(wait.end() == [nil, nil, nil])
        #expect(wait.end() == [nil, nil, nil])
        #expect(DiskWait([]).end().isEmpty)
    }

    @Test func aFailureIsItsOwnGroups() throws {
        let bad = Descriptor(owning: 1_000_000, path: "/gone")
        let good = try writers(0..<30).map { writer in try writer.opened() }
        let failures = DiskWait([
            DiskWait.Group(Array(good[..<10])), DiskWait.Group([good[10], bad, good[11]]),
            DiskWait.Group(Array(good[12...])), DiskWait.Group([bad]),
        ]).end()
        #expect(failures.map { $0?.path } == [nil, "/gone", nil, "/gone"])
        #expect(DiskWait([DiskWait.Group([bad])]).end().map { $0?.code } == [EBADF])
    }

    @Test func aClosedFileIsAnError() throws {
        let writers = try writers(0..<2)
        writers[1].close()
        #expect(throws: FileError.self) { try DiskWait.Group(writers, []) }
    }

    @Test func nobodyNeedsToAskForTheEnd() throws {
        _ = DiskWait([try DiskWait.Group(writers(0..<9), [])])
        #expect(try Files.names(in: folder.path).count == 9)
    }
}
