import BundleArchive
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// An attacker who can write in the folder replaces one of its levels by a link while a command works there.
@Suite struct SwappedLevelTests {
    @Test(
        "an export never leaves its folder, whichever level becomes a link, and whenever",
        arguments: ["", "metadata", "targets", "targets/f1", "targets/f1/2024"])
    func export(level: String) throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.export(to: "old")
        try world.publish([2018: "y", 2024: "b"])
        _ = world.poll()
        let export = try world.exporting()
        var changes: [String] = []
        // Once without a swap, to learn how many moments there are.
        for moment in 0... {
            try? world.folder.remove("out")
            try? world.folder.remove("was")
            try? world.folder.remove("elsewhere")
            try world.folder.copy("old", to: "out")
            try world.folder.copy(level.isEmpty ? "old" : "old/\(level)", to: "elsewhere")
            let before = try world.folder.contents(of: "elsewhere")
            var writer = ExportWriter(
                export: export, packagedRoot: world.packagedRoot,
                now: UTCTime(unixSeconds: world.now))
            var count = 0
            writer.willChange = { name in
                if moment == 0 { changes.append(name) }
                count += 1
                guard moment > 0, count == moment else { return }
                let path = level.isEmpty ? "out" : "out/\(level)"
                try? world.folder.move(path, to: "was")
                try? Files.replaceLinkAndSync(
                    at: world.folder[path], pointingTo: world.folder["elsewhere"])
            }
            try? writer.write(to: world.folder["out"])
            #expect(
                try world.folder.contents(of: "elsewhere") == before,
                "before \(moment == 0 ? "" : changes[moment - 1])")
            if moment == changes.count { break }
        }
        // The order of writing, and something to delete.
        #expect(changes.contains("metadata/timestamp.json") && changes.count > 5)
        #expect(changes.contains("metadata/1.snapshot.json"))
    }

    @Test(
        "a poll never leaves its state folder, whichever level becomes a link, and whenever",
        arguments: [
            "", "metadata", "bundles", "bundles/2024", "sets", "downloads", "zips",
        ])
    func poll(level: String) throws {
        var moments = Int.max
        var moment = 0
        while moment <= moments {
            let world = try World()
            for word in ["a", "b"] {
                try world.publish([2018: "x", 2024: word])
                _ = world.poll()
                world.now += 60
            }
            try world.publish([2018: "x", 2024: "c"])
            let path = level.isEmpty ? "state" : "state/\(level)"
            try NothingOutsideTests.sh(
                "cp -a \"$0\" \"$1\"", world.folder[path], world.folder["elsewhere"])
            let before = try world.folder.contents(of: "elsewhere")
            var count = 0
            // Asked before every piece of metadata and of a zip.
            world.isCancelled = {
                count += 1
                if count == moment {
                    try? world.folder.move(path, to: "was")
                    try? Files.replaceLinkAndSync(
                        at: world.folder[path], pointingTo: world.folder["elsewhere"])
                }
                return false
            }
            _ = world.poll()
            if moment == 0 { moments = count }
            #expect(try world.folder.contents(of: "elsewhere") == before, "moment \(moment)")
            world.isCancelled = { false }
            if moment > 0, !level.isEmpty {
                // The next poll puts a folder in the place of the link.
                _ = world.poll()
                #expect(try world.served() == [2018: "x:downloaded", 2024: "c:downloaded"])
                #expect(try world.folder.contents(of: "elsewhere") == before)
            }
            moment += 1
        }
        #expect(moments > 2)
    }
}
