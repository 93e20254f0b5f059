@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What a machine trusts, written for others: the repository's own bytes, whole or not there.
@Suite struct ExportTests {
    @Test(arguments: ["out", "out.zip"])
    func anotherMachineTakesAnExportAndExportsItAgain(_ name: String) throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.rotateRoot()
        try world.publish([2018: "x", 2024: "b"])
        _ = world.poll()
        try world.export(to: name)
        // A machine that has only ever had the packaged root.
        try world.becomeFresh()
        #expect(try world.poll(from: name).outcome == .updated)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])
        try world.export(to: "again-\(name)")
        if name == "out" {
            #expect(try world.folder.contents(of: "again-out") == world.folder.contents(of: "out"))
        } else {
            #expect(
                try Files.read(world.folder["again-\(name)"], lengthBytesMax: 1 << 20)
                    == Files.read(world.folder[name], lengthBytesMax: 1 << 20))
        }
    }

    @Test(
        "export refuses a folder in which a link stands where a folder or file of it belongs",
        arguments: [
            "metadata", "metadata/timestamp.json", "targets", "targets/f1", "targets/f1/2024",
            "index.html",
        ])
    func links(name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.export(to: "out")
        let path = world.folder["out/\(name)"]
        if name == "index.html" { try world.folder.write("page", to: "out/index.html") }
        try FileManager.default.moveItem(atPath: path, toPath: world.folder["elsewhere"])
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: world.folder["elsewhere"])
        try world.publish([2024: "b"])
        _ = world.poll()
        let before = try world.folder.contents(of: ".").filter { !$0.key.hasPrefix("state/") }
        let error = #expect(throws: ExportError.self) { try world.export(to: "out") }
        #expect(try #require(error).message.hasPrefix("\(path): expected a fi") == !name.isFolder)
        #expect(try #require(error).message.contains("found a symbolic link; nothing was written"))
        let after = try world.folder.contents(of: ".").filter { !$0.key.hasPrefix("state/") }
        #expect(after == before)

        // The folder itself may be a link, and a file is not written over one.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: world.folder["elsewhere"], toPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: world.folder["stick"], withDestinationPath: "out")
        try world.export(to: "stick")
        try world.export(to: "out.zip")
        try FileManager.default.createSymbolicLink(
            atPath: world.folder["link.zip"], withDestinationPath: "out.zip")
        #expect(throws: ExportError.self) { try world.export(to: "link.zip") }
    }

    @Test func theFilesAreTheRepositorysOwn() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.export(to: "out")
        let (exported, published) = (
            try world.folder.contents(of: "out"), try world.folder.contents(of: "site")
        )
        #expect(exported == published)
    }

    @Test func anExportCarriesTheRecallsAndNotTheRecord() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "bad"])
        _ = world.poll()
        world.recalled[2024] = ["bad"]
        world.withdrawn = [2024]
        try world.publish([2018: "x"])
        _ = world.poll()
        let export = try world.exporting()
        #expect(export.targets.compactMap(\.custom?.year) == [.of(2018)])
        #expect(export.severity == .harmless)
        try world.export(to: "out")
        try world.becomeFresh()
        world.embedded = [2024: "bad"]
        #expect(try world.poll(from: "out").severity == .harmless)
        #expect(try world.served() == [2018: "x:downloaded"])
    }

    @Test func aBundleWhoseZipWasNotKeptIsPackedOrFetched() throws {
        let world = try World()
        world.embedded = [2018: "x"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        #expect(try world.exporting().targets.map(\.content.word) == ["packed", "kept"])
        try Files.removeTree(world.state.zips)
        #expect(try world.exporting().targets.map(\.content.word) == ["packed", "packed"])
        // A zip that is damaged is not used, nor is a bundle that is not there.
        try Files.createDirectoriesAndSync(world.state.zips)
        let version = try World.version(2024, "a")
        try Files.replaceFileAndSync(at: world.state.zip(version), with: Array("damage".utf8))
        try Files.removeTree(world.folder["state/bundles/2024"])
        #expect(
            try world.exporting(fetches: false).targets.map(\.content.word) == [
                "packed", "to be fetched",
            ])
        #expect(try world.exporting().targets.map(\.content.word) == ["packed", "fetched"])
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        let export = try world.exporting()
        #expect(export.missing.map(\.path).first?.hasPrefix("f1/2024/") == true)
        #expect(
            ExportText(export: export, path: "x", isDryRun: false).message?.hasSuffix(
                "export where the repository can be reached") == true)
    }

    @Test func whatAPollRefusesEndsInTheSameWay() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try Files.removeTree(world.state.zips)
        try Files.removeTree(world.folder["state/bundles/2024"])
        let zips = try world.zips(2024)
        let whole = try zips.map { try Files.read("\(world.site)/\($0)", lengthBytesMax: 1 << 20) }
        for (zip, bytes) in zip(zips, whole) {
            try Files.replaceFileAndSync(
                at: "\(world.site)/\(zip)", with: bytes.dropLast() + [bytes[bytes.count - 1] ^ 1])
        }
        let refused = try world.exporting()
        #expect(refused.severity == .refused)
        #expect(
            ExportText(export: refused, path: "x", isDryRun: false).message?.hasSuffix(
                "tell the publisher") == true)
        // Another mirror may have it.
        try world.copySite(to: "mirror")
        for (zip, bytes) in zip(zips, whole) {
            try Files.replaceFileAndSync(at: "\(world.folder["mirror"])/\(zip)", with: bytes)
        }
        let found = try world.exporting(from: [world.site, world.folder["mirror"]])
        #expect(found.missing.isEmpty && found.severity == .harmless)
        for zip in zips { try Files.remove("\(world.site)/\(zip)") }
        #expect(try world.exporting().severity == .failed)
    }

    @Test func aFolderIsRenewedAndNothingOldIsLeft() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.export(to: "out")
        let before = try world.listing("out")
        try world.export(to: "out")
        #expect(try world.listing("out") == before)
        try world.publish([2024: "b"])
        _ = world.poll()
        try world.export(to: "out")
        let names = try world.folder.contents(of: "out").keys.sorted()
        #expect(names.filter { $0.hasSuffix("snapshot.json") } == ["metadata/2.snapshot.json"])
        #expect(names.filter { $0.hasPrefix("targets") }.count == 1)
        try world.becomeFresh()
        #expect(try world.poll(from: "out").outcome == .updated)
    }

    /// Beside each other, and to one place.
    @Test(arguments: [["a", "b", "c", "d"], ["a", "a", "a", "a"]])
    func exportsAtTheSameTimeAreAllWhole(_ names: [String]) throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        // What an export that was killed has left.
        try world.folder.write(
            "half", to: "stick/.tmp-bundle-agent-export-1/metadata/timestamp.json")
        let export = try world.exporting()
        let (root, now) = (world.packagedRoot, UTCTime(unixSeconds: world.now))
        let paths = names.map { world.folder["stick/\($0)"] }
        DispatchQueue.concurrentPerform(iterations: paths.count) { at in
            let writer = ExportWriter(export: export, packagedRoot: root, now: now)
            #expect(throws: Never.self) { try writer.write(to: paths[at]) }
        }
        #expect(try Files.names(in: world.folder["stick"]) == Set(names).sorted())
        let published = try world.folder.contents(of: "site")
        for name in Set(names) {
            #expect(try world.folder.contents(of: "stick/\(name)") == published)
        }
    }

    @Test(
        "an export removes what killed exports have left", arguments: ["a", "a.zip", "a.tar.zst"])
    func leftovers(_ name: String) throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.folder.write("keep", to: "stick/.tmp-of-another")
        // Without a reader of archives it does not write over one.
        for round in 0..<(name == "a.tar.zst" ? 1 : 2) {
            try world.folder.write("half", to: "stick/.tmp-bundle-agent-export-1")
            try world.folder.write("half", to: "stick/.tmp-bundle-agent-export-2/metadata/x")
            if round > 0, name == "a" {
                for place in ["", "metadata/", "targets/", "targets/f1/", "targets/f1/2024/"] {
                    try world.folder.write("half", to: "stick/a/\(place).tmp-1-0")
                }
            }
            try world.export(to: "stick/\(name)")
            #expect(try Files.names(in: world.folder["stick"]).count == 2)
        }
        let left = try world.folder.contents(of: "stick").keys.filter { $0.contains(".tmp-") }
        #expect(left == [".tmp-of-another"])
        if name != "a.tar.zst" {
            #expect(try world.poll(from: "stick/\(name)").severity == .harmless)
        }
    }

    @Test(arguments: ["stick/new", "stick"])
    func anExportThatCannotHaveItsTurnWritesNothing(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let stick = world.folder["stick"]
        try Files.createDirectoriesAndSync(stick)
        var writer = ExportWriter(
            export: try world.exporting(), packagedRoot: world.packagedRoot,
            now: UTCTime(unixSeconds: world.now))
        writer.patience = .zero
        let other = try FileLock(Folder(stick))
        #expect(throws: ExportError.busy(stick)) { try writer.write(to: world.folder[name]) }
        #expect(try Files.names(in: stick).isEmpty)
        _ = consume other
        try writer.write(to: world.folder[name])
    }

    /// A stick that is not mounted: its files would be on the inner disk, and hidden later.
    @Test(arguments: ["stick/bundles", "stick/bundles.zip", "stick/bundles.tar.zst"])
    func aFolderAboveAnExportIsNotMade(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let writer = ExportWriter(
            export: try world.exporting(), packagedRoot: world.packagedRoot,
            now: UTCTime(unixSeconds: world.now))
        for export in [writer.check, writer.write] {
            let error = #expect(throws: ExportError.self) { try export(world.folder[name]) }
            #expect(error?.message.contains("is the stick plugged in and mounted?") == true)
        }
        #expect(try Files.kind(world.folder["stick"]) == nil)
        // The remedy in its sentence, for a stick that is mounted.
        try world.run("mkdir -p stick")
        try world.export(to: name)
    }

    @Test func placesThatAreNotOursAreLeftAlone() throws {
        let world = try World()
        try world.publish([2024: "a"])
        #expect(throws: ExportError.nothing) { try world.export(to: "out") }
        _ = world.poll()
        try world.folder.write("holiday", to: "stick/photo.jpg")
        try world.folder.write("text", to: "notes.zip")
        for name in ["stick", "notes.zip"] {
            #expect(throws: ExportError.self) { try world.export(to: name) }
        }
        let other = try World(now: world.now)
        try other.publish([2024: "evil"])
        try FileManager.default.copyItem(atPath: other.site, toPath: world.folder["other"])
        #expect(throws: ExportError.foreign(world.folder["other"])) {
            try world.export(to: "other")
        }
        try world.publish([2024: "b"])
        try world.copySite(to: "newer")
        #expect(throws: ExportError.newer(world.folder["newer"])) { try world.export(to: "newer") }
        #expect(try world.folder.read("stick/photo.jpg") == "holiday")
        #expect(try world.folder.read("notes.zip") == "text")
        // An empty folder, as a stick's own is, may be taken.
        try Files.createDirectoriesAndSync(world.folder["empty"])
        try world.export(to: "empty")
        #expect(try world.poll(from: "empty").severity == .harmless)
    }

    @Test func afterAKeyWasReplacedAnExportEndsAsThePollDoes() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.replaceOnlineKey(alone: true)
        #expect(world.poll().outcome == .refused)
        let error = #expect(throws: ExportError.self) { try world.export(to: "out") }
        #expect(error == .untrusted && error?.severity == .refused)
        let other = try World()
        try other.publish([2024: "a"])
        #expect(throws: ExportError.nothing) { try other.export(to: "out") }
        // No key was superseded where the given root is another repository's.
        world.trust(other)
        #expect(throws: ExportError.otherRoot) { try world.export(to: "out") }
    }

    @Test func whereEveryPollWasRefusedThereIsNothingToExport() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let published = world.now
        world.now += 91 * 86_400
        #expect(world.poll().outcome == .refused)
        world.now = published
        #expect(throws: ExportError.nothing) { try world.export(to: "out") }
        // The remedy in its sentence.
        #expect(world.poll().severity == .harmless)
        try world.export(to: "out")
    }

    @Test(arguments: ["timestamp.json", "snapshot.json", "targets.json"])
    func damagedMetadataIsCalledDamaged(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        // A key that was replaced before, and new metadata since, make no difference.
        for replaces in [false, true] {
            if replaces {
                try world.replaceOnlineKey(alone: true)
                try world.publish([2024: "b"])
                #expect(world.poll().severity == .harmless)
            }
            try Files.remove("\(world.state.metadata)/\(name)")
            let error = #expect(throws: ExportError.self) { try world.export(to: "out") }
            #expect(error == .damaged && error?.severity == .failed)
            // The remedy in its sentence.
            #expect(world.poll().severity == .harmless)
            try world.export(to: "out\(replaces)")
        }
    }

    @Test func anAddressIsNoPathAndIsNotQuoted() throws {
        for words in [
            ["export", "https://u:geheim@h.org/b"], ["poll", "--from", "s3://geheim/b"],
            ["poll", "--from", "http:/u:geheim@h"], ["poll", "--from", "u:geheim@h"],
            ["export", "https//u:geheim@h"],
        ] {
            let result = try Program.run("bundle-agent", words + ["--config", "none"])
            #expect(result.status == 64 && result.messages.contains("found an address"))
            #expect(!result.messages.contains("geheim"), "\(result.messages)")
        }
        // A path that is written as one is one.
        let path = try Program.run(
            "bundle-agent", ["poll", "--from", "./u:x@h", "--config", "none"])
        #expect(!path.messages.contains("found an address"), "\(path.messages)")
    }

    @Test(arguments: ["poll", "status", "why", "doctor", "config show"])
    func aMistypedAddressIsNotQuoted(_ command: String) throws {
        let folder = try TemporaryDirectory()
        for address in ["http//u:geheim@h/", "http;//u:geheim@h", "https//u:geheim@h?x"] {
            let result = try Program.run(
                "bundle-agent",
                command.split(separator: " ").map(String.init) + [
                    "--config", "none", "--state", folder["state"],
                ], environment: ["BUNDLE_AGENT_REPOSITORY": address])
            let text = result.output + result.messages
            #expect(!text.contains("geheim"), "\(text)")
            #expect(text.contains("***") || text.contains("./ before a folder"), "\(text)")
        }
    }

    @Test(arguments: ["new", "new.zip", "metadata/new", "."])
    func theStateFolderTakesNoExport(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let before = try world.folder.contents(of: "state")
        let root = try world.folder.write(world.packagedRoot, to: "root.json")
        let result = try Program.run(
            "bundle-agent",
            [
                "export", "\(world.state.path)/\(name)", "--config", "none", "--root", root,
                "--state", world.state.path,
            ])
        #expect(result.status == 1)
        #expect(result.messages.contains("outside the state folder"), "\(result.messages)")
        #expect(try world.folder.contents(of: "state") == before)
    }

    @Test func whatRanOutIsNotExported() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.now += 91 * 86_400
        #expect(throws: ExportError.self) { try world.export(to: "out") }
        #expect(try Files.kind(world.folder["out"]) == nil)
    }

    @Test func theReportSaysWhatIsInIt() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let text = ExportText(export: try world.exporting(), path: "out", isDryRun: true)
        let version = try World.version(2024, "a")
        #expect(text.lines.first?.hasPrefix("2024  \(version.short)  kept ") == true)
        #expect(text.lines[1].hasPrefix("would write out: 5 files, "))
        #expect(text.json["targets"]?.arrayValue?.first?["version"] == .string(version.hex))
        #expect(text.json["expires"] == "2027-02-19T00:00:00Z")
        #expect(text.message == nil)
    }
}

extension String {
    /// Whether the layout has a folder of this name.
    fileprivate var isFolder: Bool { !contains(".") }
}

extension World {
    /// What this world's machine would export, with the world's repository or other mirrors.
    func exporting(fetches: Bool = true, from addresses: [String]? = nil) throws -> Export {
        try gathering(fetches: fetches, from: addresses).gather()
    }

    func gathering(fetches: Bool = true, from addresses: [String]? = nil) throws -> ExportGathering
    {
        ExportGathering(
            state: state, embedded: try embeddedSet(), limits: .standard,
            packagedRoot: packagedRoot,
            mirrors: try (addresses ?? [site]).map {
                Mirror(address: $0, fetcher: try RepositoryCopy($0).fetcher)
            }, fetches: fetches, now: UTCTime(unixSeconds: now))
    }

    /// Exports to a folder or file of this world.
    func export(to name: String) throws {
        let writer = ExportWriter(
            export: try exporting(), packagedRoot: packagedRoot, now: UTCTime(unixSeconds: now))
        try writer.check(folder[name])
        try writer.write(to: folder[name])
    }

    /// Another machine: nothing but the packaged root.
    func becomeFresh() throws {
        try Files.removeTree(state.path)
    }
}
