import BundleArchive
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A published directory in which something else stands where one of our folders or files belongs.
@Suite struct LinkedDestinationTests {
    /// Every name below the directory that a command may write, delete or look into.
    static let names = [
        "metadata", "metadata/timestamp.json", "metadata/1.root.json", "targets",
        "targets/f1", "targets/f1/2024", "targets/f1/2024/*", "seasons", "seasons/2024.html",
        "index.html",
        ".lock",
    ]
    /// Every command that writes or deletes there.
    static let commands: [[String]] = [
        ["publish", "--in", "SITE", "--bundles", "BUNDLES"],
        ["refresh", "--in", "SITE", "--force"],
        ["rollback", "2024", "--in", "SITE"],
        ["waves", "2024", "all", "--in", "SITE"],
        ["promote", "2024", "--from", "OTHER", "--from-home", "BETA", "--in", "SITE"],
        ["prune", "--keep-days", "1", "--in", "SITE"],
        ["site", "--in", "SITE"],
        ["keys", "renew-root", "--in", "SITE"],
        ["keys", "rotate-online", "--in", "SITE", "--bundles", "BUNDLES"],
    ]

    /// Every command that only reads there, and every dry run.
    static let readings: [[String]] = [
        ["log", "2024", "--in", "SITE"], ["verify", "--in", "SITE"], ["status", "--in", "SITE"],
        ["plan", "--in", "SITE", "--bundles", "BUNDLES"],
        ["prune", "--keep-days", "1", "--in", "SITE", "--dry-run"],
        ["publish", "--in", "SITE", "--bundles", "BUNDLES", "--dry-run"],
        ["rollback", "2024", "--in", "SITE", "--dry-run"],
        ["waves", "2024", "all", "--in", "SITE", "--dry-run"],
        [
            "promote", "2024", "--from", "SITE", "--from-home", "HOME", "--in", "OTHER", "--home",
            "BETA", "--dry-run",
        ],
        ["promote", "2024", "--from", "OTHER", "--from-home", "BETA", "--in", "SITE", "--dry-run"],
        ["keys", "rotate-online", "--in", "SITE", "--bundles", "BUNDLES", "--dry-run"],
    ]

    @Test(
        "no command reads a published directory through a link, and a dry run says what the command says",
        arguments: ["metadata", "targets", "targets/f1", "targets/f1/2024"])
    func readings(name: String) throws {
        let world = try LinkedWorld()
        let path = try world.find(name)
        try FileManager.default.moveItem(atPath: path, toPath: world.elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: world.elsewhere)
        for command in Self.readings {
            let result = try world.run(command)
            #expect(result.status == 1, "\(command): \(result.output)\(result.messages)")
            #expect(
                result.messages.contains("\(path): expected a folder, found a symbolic link"),
                "\(command): \(result.messages)")
        }
        let destination = FolderDestination(directory: world.fixture.site)
        let listed = (try? destination.list().map(\.path)) ?? []
        #expect(listed.allSatisfy { !$0.hasPrefix("\(name)/") })
    }

    @Test("no write or delete of any command goes through a link", arguments: names)
    func links(name: String) throws {
        let world = try LinkedWorld()
        let path = try world.find(name)
        try FileManager.default.moveItem(atPath: path, toPath: world.elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: world.elsewhere)
        for command in Self.commands {
            try world.expectRefusal(command, of: path, found: "a symbolic link")
        }

        // The remedy works: what the link points to, in its place.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: world.elsewhere, toPath: path)
        #expect(try world.run(["publish", "--in", "SITE", "--bundles", "BUNDLES"]).status == 0)
    }

    @Test(
        "a pipe or a wrong kind in the directory is named, and nothing is written", arguments: names
    )
    func otherKinds(name: String) throws {
        for kind in ["a pipe, a socket or a device", "a file", "a folder"] {
            let world = try LinkedWorld()
            let path = try world.find(name)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard kind != (isFolder.boolValue ? "a folder" : "a file") else { continue }
            try FileManager.default.moveItem(atPath: path, toPath: world.elsewhere)
            switch kind {
            case "a file": try "x".write(toFile: path, atomically: false, encoding: .utf8)
            case "a folder":
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            default: #expect(mkfifo(path, 0o644) == 0)
            }
            for command in [Self.commands[0], ["site", "--in", "SITE"]] {
                try world.expectRefusal(command, of: path, found: kind)
            }
        }
    }

    @Test(
        "a link that takes a folder's place after the first look is not written through",
        arguments: ["metadata", "targets", "targets/f1", "targets/f1/2024", "seasons"])
    func linkAfterTheFirstLook(name: String) throws {
        let world = try LinkedWorld()
        let path = try world.find(name)
        let destination = FolderDestination(directory: world.fixture.site)
        let files = [PublishFile(path: "\(name)/new", bytes: [1])]
        let before = try FileManager.default.contents(below: path)
        let error = trouble {
            try destination.withLock { () throws(PublishError) in
                try? FileManager.default.moveItem(atPath: path, toPath: world.elsewhere)
                try? FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: world.elsewhere)
                do throws(PublishError) {
                    try destination.withRoom(for: files) { Issue.record("found room in a link") }
                } catch {
                    _ = try destination.write(files, inOrder: true)
                }
            }
        }
        #expect(
            "\(String(describing: error))".contains("\(path): expected a folder, found a symbolic"),
            "\(String(describing: error))")
        #expect(try FileManager.default.contents(below: world.elsewhere) == before)
    }

    @Test("a link that takes a folder's place after the first look is not deleted through")
    func linkBeforeADeletion() throws {
        let world = try LinkedWorld()
        let path = try world.find("targets/f1/2024")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: path).min())
        let destination = FolderDestination(directory: world.fixture.site)
        let error = trouble {
            try destination.withLock { () throws(PublishError) in
                try? FileManager.default.moveItem(atPath: path, toPath: world.elsewhere)
                try? FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: world.elsewhere)
                try destination.remove(["targets/f1/2024/\(name)"])
            }
        }
        #expect("\(String(describing: error))".contains("found a symbolic link"))
        #expect(FileManager.default.fileExists(atPath: "\(world.elsewhere)/\(name)"))
    }

    @Test(
        "a link that points nowhere is not written through, and the directory itself may be a link")
    func dangling() throws {
        let world = try LinkedWorld()
        let live = world.fixture.folder["live"]
        try FileManager.default.createSymbolicLink(atPath: live, withDestinationPath: "site")
        let publish = ["publish", "--bundles", "BUNDLES", "--in"]
        #expect(try world.run(publish + [live]).status == 0)
        #expect(try world.run(["refresh", "--force", "--in", "\(live)/"]).status == 0)

        let nowhere = world.fixture.folder["nowhere"]
        try FileManager.default.removeItem(atPath: "\(world.fixture.site)/seasons")
        try FileManager.default.createSymbolicLink(
            atPath: "\(world.fixture.site)/seasons", withDestinationPath: nowhere)
        try world.expectRefusal(
            ["site", "--in", "SITE"], of: "\(world.fixture.site)/seasons", found: "a symbolic link")
        #expect(!FileManager.default.fileExists(atPath: nowhere))

        try FileManager.default.removeItem(atPath: live)
        try FileManager.default.createSymbolicLink(atPath: live, withDestinationPath: nowhere)
        let result = try world.run(publish + [live])
        #expect(result.status == 1)
        #expect(result.messages.contains("expected a folder, found a symbolic link"))
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }
}

/// A season that was published twice, and a change that is not published yet.
private struct LinkedWorld {
    let fixture: SeasonFixture
    let elsewhere: String

    init() throws {
        fixture = try SeasonFixture()
        elsewhere = fixture.folder["elsewhere"]
        for (site, home) in [("SITE", "HOME"), ("OTHER", "BETA")] {
            #expect(try run(["init", "--no-passphrase", "--home", home]).status == 0)
            for title in ["First", "Second"] {
                try fixture.addSeason(2024, title: title)
                let publish = ["publish", "--in", site, "--bundles", "BUNDLES", "--home", home]
                #expect(try run(publish).status == 0)
            }
        }
        try fixture.addSeason(2024, title: "Third")
    }

    func run(_ command: [String]) throws -> Program.Result {
        let places = [
            "SITE": fixture.site, "OTHER": fixture.folder["other"], "BUNDLES": fixture.bundles,
            "HOME": fixture.home.path, "BETA": fixture.folder["beta"],
        ]
        let home = command.contains("--home") ? [] : ["--home", fixture.home.path]
        return try Program.run("bundle-publish", command.map { places[$0] ?? $0 } + home)
    }

    /// The path of a name; `*` stands for the first in its folder.
    func find(_ name: String) throws -> String {
        guard name.hasSuffix("/*") else { return "\(fixture.site)/\(name)" }
        let folder = "\(fixture.site)/\(name.dropLast(2))"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return "\(folder)/\(try #require(names.min()))"
    }

    /// The command is refused, and so is its rehearsal.
    func expectRefusal(_ command: [String], of path: String, found: String) throws {
        if command[0] != "site" {
            try expectRefusal(whole: command + ["--dry-run"], of: path, found: found)
        }
        try expectRefusal(whole: command, of: path, found: found)
    }

    private func expectRefusal(whole command: [String], of path: String, found: String) throws {
        let before = try snapshot()
        let result = try run(command)
        #expect(result.status == 1, "\(command) \(path): \(result.output)\(result.messages)")
        #expect(result.messages.contains(path), "\(command): \(result.messages)")
        let isSaid =
            result.messages.contains(found) || result.messages.contains("Invalid argument")
            || result.messages.contains("Is a directory")
            || result.messages.contains("found that the server has none")
            || result.messages.contains("expected a published repository")
        #expect(isSaid, "\(command): \(result.messages)")
        #expect(try snapshot() == before, "\(command) \(path)")
    }

    /// Everything below the site, behind the link and in the home: bytes and kinds.
    private func snapshot() throws -> [String: String] {
        var found: [String: String] = [:]
        for place in [fixture.site, elsewhere, fixture.home.path] {
            let below = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String }
            for name in [""] + (below ?? []) where !name.hasSuffix(".lock") {
                let path = name.isEmpty ? place : "\(place)/\(name)"
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let type = (attributes?[.type] as? FileAttributeType)?.rawValue ?? "none"
                let bytes =
                    type == FileAttributeType.typeRegular.rawValue
                    ? FileManager.default.contents(atPath: path)?.base64EncodedString() ?? "" : ""
                found[path] = "\(type) \(bytes)"
            }
        }
        return found
    }
}

extension FileManager {
    /// The bytes of every file below a folder, by its path there.
    fileprivate func contents(below folder: String) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try subpathsOfDirectory(atPath: folder) {
            found[name] = contents(atPath: "\(folder)/\(name)") ?? Data()
        }
        return found
    }
}
