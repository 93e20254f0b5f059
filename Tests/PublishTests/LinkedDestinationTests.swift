import BundleArchive
import Dispatch
import Files
import Foundation
import Synchronization
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// A published directory in which something else stands where one of our folders or files belongs.
@Suite struct LinkedDestinationTests {
    /// Every name below the directory that a command may write, delete or look into.
    static let names = [
        "metadata", "metadata/timestamp.json", "metadata/1.root.json", "targets",
        "targets/f1", "targets/f1/2024", "targets/f1/2024/*", "index.html", ".lock",
    ]
    /// Every command that writes or deletes there.
    static let commands = [
        "publish --in SITE", "refresh --in SITE --force", "rollback 2024 --in SITE",
        "waves 2024 all --in SITE",
        "prune --keep-days 1 --in SITE", "site --in SITE", "keys renew-root --in SITE",
        "keys rotate-online --in SITE",
    ]

    /// Every command that only reads there, and every dry run.
    static let readings = [
        "log 2024 --in SITE", "verify --in SITE", "status --in SITE", "plan --in SITE",
        "prune --keep-days 1 --in SITE --dry-run", "publish --in SITE --dry-run",
        "rollback 2024 --in SITE --dry-run", "waves 2024 all --in SITE --dry-run",
        "keys rotate-online --in SITE --dry-run",
    ]

    @Test(
        "no command reads a published directory through a link, and a dry run says what the command says",
        arguments: ["metadata", "targets", "targets/f1", "targets/f1/2024"])
    func readings(name: String) throws {
        let world = try LinkedWorld()
        let path = try world.find(name)
        try world.link(path)
        for command in LinkedWorld.turn(Self.readings, of: name) {
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
        try world.link(path)
        for command in LinkedWorld.turn(Self.commands, of: name) {
            try world.expectRefusal(command, of: path, found: "a symbolic link")
        }

        // The remedy works: what the link points to, in its place.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: world.elsewhere, toPath: path)
        #expect(try world.run("publish --in SITE").status == 0)
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
            try world.expectRefusal("publish --in SITE", of: path, found: kind)
        }
    }

    @Test(
        "a link that points nowhere is not written through, and the directory itself may be a link")
    func dangling() throws {
        let world = try LinkedWorld()
        let live = world.fixture.folder["live"]
        try FileManager.default.createSymbolicLink(atPath: live, withDestinationPath: "site")
        #expect(try world.run("publish --in \(live)").status == 0)
        #expect(try world.run("refresh --force --in \(live)/").status == 0)

        let nowhere = world.fixture.folder["nowhere"]
        try FileManager.default.removeItem(atPath: "\(world.fixture.site)/index.html")
        try FileManager.default.createSymbolicLink(
            atPath: "\(world.fixture.site)/index.html", withDestinationPath: nowhere)
        try world.expectRefusal(
            "site --in SITE", of: "\(world.fixture.site)/index.html", found: "a symbolic link")
        #expect(!FileManager.default.fileExists(atPath: nowhere))

        try FileManager.default.removeItem(atPath: live)
        try FileManager.default.createSymbolicLink(atPath: live, withDestinationPath: nowhere)
        let result = try world.run("publish --in \(live)")
        #expect(result.status == 1)
        #expect(result.messages.contains("expected a folder, found a symbolic link"))
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }
}

/// A season that was published twice, and a change that is not published yet.
private struct LinkedWorld {
    let fixture: SeasonFixture
    let elsewhere: String

    /// The first of some commands, and a third of the others: names after one another get different ones.
    static func turn(_ commands: [String], of name: String) -> [String] {
        let turn = LinkedDestinationTests.names.firstIndex(of: name) ?? 0
        return commands.enumerated()
            .filter { at, _ in at == 0 || (at + turn).isMultiple(of: 3) }.map(\.element)
    }

    init() throws {
        fixture = try Self.made.get().copied()
        elsewhere = fixture.folder["elsewhere"]
    }

    /// Made once, because its keys, publications and checks take longer than most tests of it.
    private static let made = Result {
        let fixture = try SeasonFixture(in: .shared())
        let start = machineTime.unixSeconds - SeasonFixture.start.unixSeconds - 60
        for (site, home) in [("site", "home"), ("other", "beta")] {
            let home = Home(path: fixture.folder[home])
            let now = SeasonFixture.start.advanced(bySeconds: start)
            try HomeMaker(home: home, now: now, passphrases: nil).make()
            for (at, title) in ["First", "Second"].enumerated() {
                try fixture.addSeason(2024, title: title)
                _ = try Publisher(
                    .publish(SeasonPlanner(SeasonSet(fixture.bundles, .committed))),
                    destination: FolderDestination(directory: fixture.folder[site]), home: home,
                    key: OnlineKey.read(home: home, option: nil, environment: nil),
                    now: now.advanced(bySeconds: Int64(at))
                ).run()
            }
        }
        try fixture.addSeason(2024, title: "Third")
        return fixture
    }

    func run(_ command: String) throws -> Program.Result {
        let places = ["OTHER": fixture.folder["other"], "BETA": fixture.folder["beta"]]
        return try fixture.run(
            command.split(separator: " ").map { places[String($0)] ?? String($0) })
    }

    /// Moves a folder away and puts a link to it in its place.
    func link(_ path: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    }

    /// The path of a name; `*` stands for the first in its folder.
    func find(_ name: String) throws -> String {
        guard name.hasSuffix("/*") else { return "\(fixture.site)/\(name)" }
        let folder = "\(fixture.site)/\(name.dropLast(2))"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return "\(folder)/\(try #require(names.min()))"
    }

    /// The command is refused, and so is its rehearsal.
    func expectRefusal(_ command: String, of path: String, found: String) throws {
        if !command.hasPrefix("site"), !command.hasSuffix("--dry-run") {
            try expectRefusal("\(command) --dry-run", of: path, found: found)
        }
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

/// A stranger who can write in the published directory replaces its folders by links while a publisher works.
@Suite struct SwappedDestinationTests {
    private static let files = [
        PublishFile(path: "targets/f1/2024/new.bundle.zip", bytes: [1]),
        PublishFile(path: "metadata/9.snapshot.json", bytes: [2]),
        PublishFile(path: "metadata/timestamp.json", bytes: [3]),
    ]
    private static let removed = ["targets/f1/2024/old.bundle.zip", "metadata/1.snapshot.json"]

    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for name in Self.removed + ["metadata/timestamp.json"] {
            try folder.write("keep", to: "site/\(name)")
        }
        return folder
    }

    private static func work(_ destination: FolderDestination) throws(PublishError) {
        _ = try destination.write(files, inOrder: true)
        try destination.remove(removed)
    }

    @Test("while it is locked, the directory stays the one that was found")
    func root() throws {
        let folder = try folder()
        try folder.copy("site", to: "elsewhere")
        let before = try folder.contents(of: "elsewhere")
        let destination = FolderDestination(directory: folder["site"])
        _ = try destination.withLock { () throws(PublishError) in
            try? folder.move("site", to: "was")
            try? Files.replaceLinkAndSync(at: folder["site"], pointingTo: folder["elsewhere"])
            try Self.work(destination)
        }
        #expect(try folder.contents(of: "elsewhere") == before)
        #expect(
            try folder.contents(of: "was").keys.sorted()
                == [".lock"] + Self.files.map(\.path).sorted())
    }

    @Test(
        "no level that becomes a link while a command works leads it elsewhere",
        arguments: ["metadata", "targets", "targets/f1", "targets/f1/2024"])
    func level(_ level: String) throws {
        let folder = try folder()
        try folder.copy("site/\(level)", to: "elsewhere")
        let before = try folder.contents(of: "elsewhere")
        let isDone = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            if side == 0 {
                for _ in 0..<400 {
                    try? folder.move("site/\(level)", to: "was")
                    try? Files.replaceLinkAndSync(
                        at: folder["site/\(level)"], pointingTo: folder["elsewhere"])
                    try? folder.remove("site/\(level)")
                    try? folder.move("was", to: "site/\(level)")
                }
                isDone.store(true, ordering: .releasing)
            } else {
                let destination = FolderDestination(directory: folder["site"])
                while !isDone.load(ordering: .acquiring) {
                    // It fails, or it works; it may make a new folder where there is none for a moment.
                    _ = try? destination.withLock { () throws(PublishError) in
                        try Self.work(destination)
                    }
                }
            }
        }
        #expect(try folder.contents(of: "elsewhere") == before)
    }
}
