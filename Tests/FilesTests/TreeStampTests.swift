import Files
import Foundation
import TestSupport
import Testing

/// Whatever happens to a folder by way of the file system shows in its stamp.
@Suite struct TreeStampTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Run by sh, in the folder.
        let script: String
    }

    static let cases: [Case] = [
        Case(testDescription: "other bytes", script: "printf b > a/file"),
        Case(
            testDescription: "other bytes, the time of writing set back",
            script: "touch -r a/file ../time; printf b > a/file; touch -r ../time a/file"),
        Case(testDescription: "the same bytes again", script: "printf a > a/file"),
        Case(
            testDescription: "a file of the same bytes in its place",
            script: "cp -p a/file x; mv x a/file"),
        Case(testDescription: "cut off", script: ": > a/file"),
        Case(testDescription: "longer", script: "printf b >> a/file"),
        Case(testDescription: "another name", script: "mv a/file a/other"),
        Case(testDescription: "gone", script: "rm a/file"),
        Case(testDescription: "an empty folder gone", script: "rmdir empty"),
        Case(testDescription: "one more", script: "mkdir a/b"),
        Case(
            testDescription: "a link in its place",
            script: "mv a ../elsewhere; ln -s ../elsewhere a"),
        Case(testDescription: "other rights", script: "chmod 600 a/file"),
        Case(testDescription: "other rights of the folder", script: "chmod 700 ."),
        Case(testDescription: "another owner's file", script: "ln a/file ../second"),
        Case(
            testDescription: "a copy of the whole",
            script: "cp -a . ../copy; cd ..; mv x y; mv copy x"),
    ]

    @Test(arguments: cases) func aChangeShows(_ row: Case) throws {
        let folder = try sample()
        let before = try settled(folder["x"])
        #expect(try TreeStamp(of: folder["x"], depthMax: 4) == before)
        let done = try Program.run("/bin/sh", ["-ec", "cd '\(folder["x"])'; \(row.script)"])
        try #require(done.status == 0, "\(done.messages)")
        #expect(try TreeStamp(of: folder["x"], depthMax: 4) != before)
    }

    @Test func readingShowsNot() throws {
        let folder = try sample()
        let before = try settled(folder["x"])
        _ = try Program.run("/bin/sh", ["-c", "cat '\(folder["x"])'/*/*; ls -lR '\(folder["x"])'"])
        #expect(try TreeStamp(of: folder["x"], depthMax: 4) == before)
    }

    @Test func foldersTooDeepAreAnError() throws {
        let folder = try sample()
        #expect(throws: FileError.self) { try TreeStamp(of: folder["x"], depthMax: 0) }
        #expect(throws: FileError.self) { try TreeStamp(of: folder["nothing"], depthMax: 4) }
    }

    private func sample() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write("a", to: "x/a/file")
        try Files.createDirectoriesAndSync(folder["x/empty"])
        return folder
    }

    /// The stamp, taken some ticks of the file system's clock after the last change.
    private func settled(_ path: String) throws -> TreeStamp {
        let stamp = try TreeStamp(of: path, depthMax: 4)
        while Int64(Date().timeIntervalSince1970 * 1e9) < stamp.lastChangeNanoseconds + 30_000_000 {
        }
        return stamp
    }
}
