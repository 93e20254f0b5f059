import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing

/// A published directory on a disk, and what must not be reached through it.
@Suite struct FileFetcherTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let expected: Fetched
    }

    static let refused = Fetched.unreachable("expected a path below the repository")
    static let cases: [Case] = [
        Case(
            testDescription: "a file", path: "a/b.json",
            expected: .found(body: "abc", validator: nil)),
        Case(testDescription: "an escaped name", path: "a%2Fb", expected: refused),
        Case(
            testDescription: "a space", path: "two%20words",
            expected: .found(body: "2", validator: nil)),
        Case(testDescription: "no file", path: "a/c.json", expected: .absent),
        Case(testDescription: "a file as a folder", path: "a/b.json/c", expected: .absent),
        Case(testDescription: "a folder", path: "a", expected: .unreachable("Is a directory")),
        Case(testDescription: "too long", path: "long", expected: .tooLong(lengthBytesMax: 100)),
        Case(testDescription: "up", path: "../secret", expected: refused),
        Case(testDescription: "up in the middle", path: "a/../../secret", expected: refused),
        Case(testDescription: "up, escaped", path: "%2e%2e/secret", expected: refused),
        Case(testDescription: "absolute", path: "/etc/passwd", expected: refused),
        Case(testDescription: "a NUL", path: "a%00", expected: refused),
        Case(testDescription: "a broken escape", path: "a%2", expected: refused),
        Case(testDescription: "empty", path: "", expected: refused),
    ]

    @Test(arguments: cases) func paths(_ row: Case) throws {
        let folder = try TemporaryDirectory()
        try folder.write("secret", to: "secret")
        try folder.write("abc", to: "metadata/a/b.json")
        try folder.write("2", to: "metadata/two words")
        try folder.write(String(repeating: "x", count: 101), to: "metadata/long")
        var words = ""
        if case .unreachable(let expected) = row.expected { words = expected }
        let request = FetchRequest(base: .metadata, path: row.path, lengthBytesMax: 100)
        for address in [folder.path, "\(folder.path)/", "file://\(folder.path)"] {
            #expect(try fetcher(address).fetched(request, words: words) == row.expected)
        }
    }

    @Test func targetsAreBesideMetadata() throws {
        let folder = try TemporaryDirectory()
        try folder.write("zip", to: "targets/f1/2024/bundle.zip")
        let request = FetchRequest(base: .targets, path: "f1/2024/bundle.zip", lengthBytesMax: 3)
        #expect(try fetcher(folder.path).fetched(request) == .found(body: "zip", validator: nil))
    }

    @Test(
        "no link below the directory is followed, at whichever level",
        arguments: [
            "metadata", "metadata/timestamp.json", "targets", "targets/f1", "targets/f1/2024",
            "targets/f1/2024/bundle.zip",
        ])
    func links(name: String) throws {
        let folder = try TemporaryDirectory()
        try folder.write("abc", to: "site/metadata/timestamp.json")
        try folder.write("zip", to: "site/targets/f1/2024/bundle.zip")
        let request =
            name.hasPrefix("metadata")
            ? .timestamp()
            : FetchRequest(base: .targets, path: "f1/2024/bundle.zip", lengthBytesMax: 3)
        for (isRelative, isDangling) in [(false, false), (true, false), (false, true)] {
            try FileManager.default.moveItem(
                atPath: folder["site/\(name)"], toPath: folder["elsewhere"])
            let depth = name.split(separator: "/").count
            let target =
                isDangling
                ? folder["nowhere"]
                : isRelative
                    ? String(repeating: "../", count: depth) + "elsewhere" : folder["elsewhere"]
            try FileManager.default.createSymbolicLink(
                atPath: folder["site/\(name)"], withDestinationPath: target)
            let words = "found a symbolic link, which is not followed"
            #expect(
                try fetcher(folder["site"]).fetched(request, words: words) == .unreachable(words))
            try FileManager.default.removeItem(atPath: folder["site/\(name)"])
            try FileManager.default.moveItem(
                atPath: folder["elsewhere"], toPath: folder["site/\(name)"])
        }
    }

    @Test("the directory itself may be a link") func linkToTheDirectory() throws {
        let folder = try TemporaryDirectory()
        try folder.write("abc", to: "releases/5/metadata/timestamp.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder["live"], withDestinationPath: "releases/5")
        for address in ["live", "live/"] {
            #expect(
                try fetcher(folder[address]).fetched(.timestamp())
                    == .found(body: "abc", validator: nil))
        }
    }

    @Test("a pipe is never waited for", arguments: ["metadata", "metadata/timestamp.json"])
    func pipes(name: String) throws {
        let folder = try TemporaryDirectory()
        if name != "metadata" { try folder.write("x", to: "metadata/other.json") }
        #expect(mkfifo(folder[name], 0o644) == 0)
        let expected: Fetched = name == "metadata" ? .absent : .unreachable("Invalid argument")
        #expect(
            try fetcher(folder.path).fetched(.timestamp(), words: "Invalid argument") == expected)
    }

    @Test func aMissingFolderIsNotAMissingFile() throws {
        let folder = try TemporaryDirectory()
        let fetcher = try fetcher(folder["stick"])
        #expect(
            fetcher.fetched(.timestamp(), words: "No such file") == .unreachable("No such file"))
    }

    @Test func cancellingEndsTheCopy() throws {
        let folder = try TemporaryDirectory()
        try folder.write("abc", to: "metadata/timestamp.json")
        #expect(try fetcher(folder.path, isCancelled: { true }).fetched(.timestamp()) == .cancelled)
    }
}
