import Foundation
import TestSupport
import Testing

@testable import BundlePublisher

/// Two publishers of one Unix group share a directory: a setgid folder that the group may write to.
@Suite(.enabled(if: canSwitchUsers, "needs root and setpriv, for two users"))
struct GroupPublishTests {
    @Test func publishersOfOneGroupTakeTurns() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try FileManager.default.createDirectory(
            atPath: fixture.site, withIntermediateDirectories: true)
        try share(fixture.folder["."])
        for (user, title) in [
            (Self.first, "First"), (Self.second, "Second"), (Self.first, "Third"),
        ] {
            try fixture.addSeason(2024, title: title)
            // Each has the key in a home that is its own, as in a clone.
            try give(fixture.home.path, to: user)
            let result = try Program.run(
                setpriv,
                [
                    "--reuid", "\(user)", "--regid", "\(Self.group)", "--clear-groups", "/bin/sh",
                    "-c",
                    "umask 022; exec \"$@\"", "sh", Program.path(of: "bundle-publish"),
                    "publish", "--bundles", fixture.bundles, "--home", fixture.home.path,
                    "--in", fixture.site,
                ],
                environment: ["BUNDLE_PUBLISH_CACHE": "none"])
            #expect(result.status == 0, "\(title): \(result.messages)")
            #expect(try fixture.folder.read("site/seasons/2024.html").contains(title))
        }
        for (path, status) in try statuses(below: fixture.site) {
            #expect(status.st_gid == Self.group, "\(path)")
            #expect(status.st_mode & 0o020 != 0, "\(path)")
        }
        // A file that both have written belongs to the last one.
        let lock = try #require(try statuses(below: fixture.site)[".lock"])
        #expect(lock.st_uid == Self.first)
        #expect(lock.st_mode & 0o777 == 0o664)
    }

    private static let first: uid_t = 61_001
    private static let second: uid_t = 61_002
    private static let group: gid_t = 61_010

    /// Makes a folder and everything in it the group's.
    private func share(_ path: String) throws {
        for (_, status, full) in try entries(below: path) + [("", try self.status(path), path)] {
            #expect(lchown(full, status.st_uid, Self.group) == 0)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            #expect(chmod(full, isFolder ? 0o2775 : 0o664) == 0)
        }
    }

    /// Makes one user the owner of a home, with its keys.
    private func give(_ path: String, to user: uid_t) throws {
        for (_, status, full) in try entries(below: path) + [("", try status(path), path)] {
            #expect(lchown(full, user, Self.group) == 0)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            #expect(chmod(full, isFolder ? 0o700 : 0o600) == 0)
        }
    }

    private func statuses(below path: String) throws -> [String: stat] {
        Dictionary(
            uniqueKeysWithValues: try entries(below: path).map { ($0.name, $0.status) })
    }

    private func entries(below path: String) throws -> [(name: String, status: stat, path: String)]
    {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return try names.map { ($0, try status("\(path)/\($0)"), "\(path)/\($0)") }
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SetUpError(path) }
        return status
    }
}

private let setpriv = "/usr/bin/setpriv"
private let canSwitchUsers =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv)
