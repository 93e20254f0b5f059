import Files
import Foundation
import TestSupport
import Testing

/// One process at a time, and no lock that outlives its holder.
@Suite struct FileLockTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func isFree() throws -> Bool {
        switch try FileLock(exclusive: "lock", in: Folder(folder.path)) {
        case .some: true
        case .none: false
        }
    }

    private func holding(_ body: () throws -> Void) throws {
        let lock = try FileLock(exclusive: "lock", in: Folder(folder.path))
        switch consume lock {
        case .some(let lock):
            try body()
            _ = consume lock
        case .none: Issue.record("the lock is not free")
        }
    }

    @Test func oneHolderAtATime() throws {
        #expect(try isFree())
        try holding { () throws in #expect(try !isFree()) }
        #expect(try isFree())
    }

    @Test func theFileStays() throws {
        try holding {}
        #expect(try Files.kind(folder["lock"]) == .file)
    }

    @Test func anotherProcessIsKeptOut() throws {
        try holding {
            let status = try Program.run("/usr/bin/flock", ["-n", folder["lock"], "true"]).status
            #expect(status == 1)
        }
        #expect(try Program.run("/usr/bin/flock", ["-n", folder["lock"], "true"]).status == 0)
    }

    @Test func aChildDoesNotInheritIt() throws {
        try holding {
            let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap(Int32.init)
                .filter { try Files.linkTarget("/proc/self/fd/\($0)") == folder["lock"] }
            #expect(numbers.count == 1)
            for number in numbers { #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
        }
    }

    @Test func aLinkInItsPlaceIsRefused() throws {
        try Files.replaceLinkAndSync(at: folder["lock"], pointingTo: "elsewhere")
        #expect(throws: FileError.self) { try isFree() }
        #expect(try Files.kind(folder["elsewhere"]) == nil)
    }

    @Test func aFolderHasOneLockByAllItsPaths() throws {
        try Files.replaceLinkAndSync(at: folder["link"], pointingTo: ".")
        let status = {
            try Program.run("/usr/bin/flock", ["-n", folder.path, "true"]).status
        }
        let lock = try FileLock(Folder(folder["link"], followingLink: true))
        #expect(try status() == 1)
        _ = consume lock
        #expect(try status() == 0)
        #expect(try Files.names(in: folder.path) == ["link"])
        #expect(throws: FileError.self) { _ = try FileLock(Folder(folder["none"])) }
    }
}
