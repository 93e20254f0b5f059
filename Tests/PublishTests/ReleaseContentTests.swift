import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The situations of publishing in which git decides, with real git: what is published, and what stays.
@Suite struct ReleaseContentTests {
    private func clone(_ team: Team, _ name: String, _ words: String...) throws -> Desk {
        let desk = Desk(team: team, path: team.folder[name], key: try team.onlineKey())
        try team.main.git(["clone", "-q"] + words + ["file://\(team.main.path)", desk.path])
        return desk
    }

    @Test("CI publishes on push, without write access to git")
    func ciPublishes() throws {
        let team = try Team()
        let ci = try team.clone()
        try team.main.edit("Two")
        try team.main.commit()
        try team.main.succeed("recall", "2024", team.version("One").short)
        try ci.pull()
        try ci.succeed("publish")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == ["2024 recall"])
    }

    @Test("a clock is hours wrong, an encoding is odd, branches merge, a commit is reverted")
    func nothingOfGitDecides() throws {
        let team = try Team()
        try team.main.publish("Two")
        try team.main.succeed("rollback", "2024")
        try team.main.write("\u{FEFF}caf\u{E9}", to: "bundles/README.md")
        try team.main.commit()
        try team.main.git("revert", "--no-edit", "HEAD")
        let other = try team.clone("other")
        try other.git("checkout", "-q", "-b", "side", "HEAD~1")
        try other.git("merge", "-q", "--no-edit", "main")
        try other.succeed("publish")
        #expect(try team.shows() == "One")
        #expect(try team.decided() == ["2024 rollback", "2024 again", "2024 waves"])
        // The clock of another machine is behind; the order is that of the states.
        team.now -= 50
        try other.succeed("again", "2024")
        #expect(try team.shows() == "Two")
    }

    @Test("an old checkout, an old CI job, a second run of an old job")
    func oldCheckout() throws {
        let team = try Team(hasTwoSeasons: true)
        let old = try team.clone("old")
        try team.main.publish("Two")
        try old.edit("Newer", of: Team.other)
        try old.commit()
        for _ in 1...2 {
            let text = try old.end(4, "publish")
            #expect(text.contains("2024 stays \(try team.version("Two").short), of commit"))
            #expect(text.contains("→ git pull"))
            #expect(text.contains("ask the one who published it to push"))
            #expect(text.contains("publish --over \(try team.version("Two").short)"))
        }
        #expect(try team.shows() == "Two")
        let other = try team.repository()?.record.given[Team.other]?.commit
        #expect(try other == old.head())
        try old.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
        try old.succeed("publish")
    }

    @Test("an old checkout gives what a rollback shows")
    func oldCheckoutAfterARollback() throws {
        let team = try Team()
        let old = try team.clone("old")
        try team.main.publish("Two")
        try team.main.succeed("rollback", "2024")
        #expect(try !old.end(4, "publish").contains("is gone"))
        #expect(try team.shows() == "One")
    }

    @Test("a shallow clone that cannot tell")
    func shallowClone() throws {
        let team = try Team()
        try team.main.publish("Two")
        let ci = try clone(team, "ci", "--depth", "1")
        // The same content needs no history.
        try ci.succeed("publish")
        let commit = try team.repository()?.record.given[Team.year]?.commit
        try team.main.publish("Three")
        try team.main.edit("Four")
        try team.main.commit()
        let late = try clone(team, "late", "--depth", "1")
        #expect(try late.end(4, "publish").contains("fetch-depth: 0"))
        #expect(try team.shows() == "Three")
        #expect(try commit == team.main.head("HEAD~2"))
        try late.git("fetch", "-q", "--unshallow")
        try late.succeed("publish")
        #expect(try team.shows() == "Four")
    }

    @Test("squash, rebase, amend, force push with the same contents")
    func squashOfTheSameContents() throws {
        let team = try Team()
        try team.main.git("checkout", "-q", "-b", "side")
        try team.main.publish("Step")
        try team.main.publish("Two")
        let branch = try team.main.head()
        try team.main.git("checkout", "-q", "main")
        try team.main.git("merge", "-q", "--squash", "side")
        try team.main.commit()
        try team.main.succeed("publish")
        let squashed = try team.main.head()
        #expect(try team.repository()?.record.given[Team.year]?.commit == squashed)
        #expect(branch != squashed)
        // The live commit is known to contain it: it stays.
        try team.main.git("commit", "-q", "--allow-empty", "-m", "later")
        try team.main.succeed("publish")
        #expect(try team.repository()?.record.given[Team.year]?.commit == squashed)
    }

    @Test("the same with other contents")
    func forcePushOfOtherContents() throws {
        let team = try Team()
        try team.main.publish("Two")
        let live = try team.version("Two").short
        try team.main.git("reset", "-q", "--hard", "HEAD~1")
        try team.main.edit("Three")
        try team.main.commit()
        #expect(try team.main.end(4, "publish").contains("--over \(live)"))
        try team.main.end(4, "publish", "--over", team.version("One").short)
        try team.main.succeed("publish", "--over", live)
        #expect(try team.shows() == "Three")
    }

    @Test("ignored, sparse, assumed-unchanged, smudged, cached or untracked files")
    func onlyObjectsOfHEADAreRead() throws {
        let team = try Team(hasTwoSeasons: true)
        let ci = try clone(team, "ci", "--no-checkout")
        try ci.git("sparse-checkout", "set", "--no-cone", "bundles/2025", "publish")
        try ci.git("checkout", "-q", "main")
        try ci.succeed("publish")
        #expect(try team.shows() == "One")
        try ci.git("sparse-checkout", "disable")
        let before = try team.repository()?.record
        // What git is told to overlook, and what it never had.
        try ci.edit("Hidden")
        try ci.git("update-index", "--assume-unchanged", "bundles/2024/match.yaml")
        try ci.edit("Staged", of: Team.other)
        try ci.git("add", "bundles/2025")
        try ci.edit("Untracked", of: known(BundleYear(2026)))
        try ci.write("bundles/2026\n", to: ".gitignore")
        let text = try ci.end(0, "publish")
        #expect(text.contains("2024: not committed, so not live"))
        #expect(text.contains("2025: not committed, so not live"))
        #expect(try team.repository()?.record == before)
        // A filter of the checkout writes something else to the disk.
        try ci.git("reset", "-q", "--hard")
        try ci.write("*.yaml filter=loud\n", to: ".git/info/attributes")
        try ci.git("config", "filter.loud.smudge", "sed s/One/Loud/")
        try ci.git("rm", "-q", "--cached", "-r", "bundles")
        try ci.git("reset", "-q", "--hard")
        try ci.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("objects that a filtered clone lacks")
    func filteredClone() throws {
        let team = try Team()
        try team.main.git("config", "uploadpack.allowFilter", "true")
        let ci = try clone(team, "ci", "--filter=blob:none", "--no-checkout")
        let text = try ci.end(1, "publish")
        #expect(text.contains("filter: ''") && text.contains("git fetch"), "\(text)")
    }

    @Test("links, submodules, LFS pointers inside a season, names equal but for case")
    func whatIsNoFileOfASeason() throws {
        let team = try Team()
        let samples = "\(team.main.path)/bundles/2024/samples"
        try FileManager.default.createSymbolicLink(
            atPath: "\(samples)/link.json", withDestinationPath: "qm1.json")
        try team.main.write(
            "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
            to: "bundles/2024/samples/large.json")
        try team.main.write(SeasonFixture.match(2024), to: "bundles/2024/samples/QM1.json")
        try team.main.git("init", "-q", "\(team.main.path)/bundles/2024/module")
        try Desk(team: team, path: "\(team.main.path)/bundles/2024/module").commit()
        try team.main.commit()
        let text = try team.main.end(2, "publish")
        #expect(text.contains("link.json") && text.contains("found a link"))
        #expect(text.contains("large.json") && text.contains("a pointer of Git LFS"))
        #expect(text.contains("found a submodule"))
        #expect(text.contains("differ beyond case"))
    }

    @Test("an uncommitted hotfix from a laptop")
    func uncommittedHotfix() throws {
        let team = try Team(hasTwoSeasons: true)
        let ci = try team.clone()
        try team.main.edit("Hotfix")
        try team.main.edit("Not yet", of: Team.other)
        let other = try team.repository()?.bundles[Team.other]?.custom.version
        try team.main.succeed("publish", "2024", "--uncommitted")
        #expect(try team.shows() == "Hotfix")
        #expect(try team.repository()?.bundles[Team.other]?.custom.version == other)
        let text = try ci.end(4, "publish")
        #expect(text.contains("published without a commit") && text.contains("--over"))
        // The same files, committed, pass; a commit that has the hotfix and more needs --over once.
        try team.main.git("add", "bundles/2024")
        try team.main.git("commit", "-q", "-m", "hotfix")
        try ci.pull()
        try ci.succeed("publish")
        #expect(try team.repository()?.record.given[Team.year]?.commit == ci.head())
    }

    @Test("a hotfix may be followed by another one")
    func secondHotfix() throws {
        let team = try Team()
        try team.main.edit("Hotfix")
        try team.main.succeed("publish", "--uncommitted")
        try team.main.edit("Better hotfix")
        try team.main.succeed("publish", "2024", "--uncommitted")
        #expect(try team.shows() == "Better hotfix")
    }

    @Test("edited, not committed, publish")
    func editedAndNotCommitted() throws {
        let team = try Team()
        try team.main.edit("Two")
        let text = try team.main.end(0, "publish")
        #expect(text.split(separator: "\n").last == "2024: not committed, so not live")
        #expect(try team.shows() == "One")
        #expect(try team.main.end(0, "plan").contains("2024 is not committed"))
    }

    @Test("a newcomer without git, a demo folder that git ignores", arguments: [false, true])
    func withoutGit(_ isIgnored: Bool) throws {
        let team = try Team()
        let demo = Desk(
            team: team, path: isIgnored ? "\(team.main.path)/demo" : team.folder["demo"])
        if isIgnored { try team.main.write("demo\n", to: ".gitignore") }
        try demo.edit("Demo")
        try demo.succeed("init", "--no-passphrase", "--in", team.folder["demo-site"])
        try demo.succeed("publish")
        try demo.edit("Another")
        try demo.succeed("publish")
        let state = try LiveRepository(
            FolderDestination(directory: team.folder["demo-site"]), home: demo.home,
            now: UTCTime(unixSeconds: team.now)
        ).requireLive()
        #expect(try state.bundles[Team.year]?.custom.version == team.version("Another"))
        #expect(state.record.given[Team.year]?.commit == nil)
    }

    @Test("a folder in no checkout does not publish over a commit")
    func outsideGit() throws {
        let team = try Team()
        let bare = try team.clone("bare")
        try Files.removeTree("\(bare.path)/.git")
        try bare.edit("Two")
        #expect(try bare.end(4, "publish").contains("in no commit"))
    }

    @Test("a new program compiles the same files to other bytes")
    func newProgram() throws {
        let team = try Team()
        // As if an older program had compiled the files of Two to One.
        let one = try team.version("One")
        try team.main.edit("Two")
        let hash = try #require(
            SeasonSet("\(team.main.path)/bundles", .folder).seasons[Team.year]?.hash)
        try team.sign { record, _ in record.given[Team.year]?.source = hash }
        try team.main.commit()
        try team.main.succeed("publish")
        #expect(try team.entry()?.version == one)
        try team.main.succeed("publish", "--recompile")
        #expect(try team.shows() == "Two")
    }

    @Test("recall, fixed, and a merge brings the old files back, also with a new program")
    func oldFilesComeBack() throws {
        let team = try Team()
        try team.main.publish("Bad")
        try team.main.succeed("recall", "2024", team.version("Bad").short)
        #expect(try team.shows() == "One")
        try team.main.publish("Fixed")
        try team.main.git("revert", "--no-edit", "HEAD")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Fixed")
        // The files are known of the recalled content alone; another program would give them another version.
        let hash = try #require(
            SeasonSet("\(team.main.path)/bundles", .folder).seasons[Team.year]?.hash)
        let recalled = DecisionTests.version("e")
        try team.sign { record, recalls in
            let zip = StoredZip(
                version: recalled, format: 1, sha256: recalled.hex, lengthBytes: 9)
            record.named[Team.year] = [KnownContent(zip, since: 1_700_000_000, source: hash)]
            for year in record.given.keys { record.given[year]?.source = nil }
            record.offered[Team.year] = record.offered[Team.year]?.map {
                var content = $0
                content.source = nil
                return content
            }
            record.decisions.add(
                SignedDecision(Decision(Team.year, recalled, .recall), since: team.now))
            recalls.recalled[Team.year, default: []].insert(recalled)
        }
        try team.main.succeed("publish")
        #expect(try team.shows() == "Fixed")
        #expect(try team.repository()?.record.given[Team.year]?.version == recalled)
        #expect(try team.main.end(1, "publish", "--recompile").contains("rolled back or recalled"))
    }

    @Test("a beta")
    func beta() throws {
        let team = try Team()
        try team.main.git("checkout", "-q", "-b", "beta")
        try team.main.edit("Beta")
        let beta = Desk(team: team, path: team.main.path)
        let words = ["--home", team.folder["beta-home"]]
        #expect(
            try beta.run(
                ["init", "--no-passphrase", "--in", team.folder["beta-site"]], home: words[1]
            ).status == 0)
        try team.main.commit()
        #expect(try beta.run(["publish"], home: words[1]).status == 0)
        #expect(try team.shows() == "One")
        try team.main.git("checkout", "-q", "main")
        try team.main.git("merge", "-q", "--no-edit", "beta")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Beta")
    }

    @Test("a season's folder is gone from HEAD")
    func removedSeason() throws {
        let team = try Team(hasTwoSeasons: true)
        let old = try team.clone("old")
        // Another folder cannot remove it.
        try team.main.edit("Demo", of: Team.other)
        try team.main.git("checkout", "-q", "bundles")
        try FileManager.default.createDirectory(
            atPath: "\(team.main.path)/demo", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(team.main.path)/bundles/2025", toPath: "\(team.main.path)/demo/2025")
        try team.main.commit()
        #expect(
            try team.main.end(4, "publish", "--bundles", "\(team.main.path)/demo")
                .contains("2024 stays"))
        try team.main.git("rm", "-q", "-r", "bundles/2024")
        try team.main.commit()
        try team.main.succeed("publish")
        #expect(try team.entry() == nil && !team.isWithdrawn())
        #expect(try old.end(4, "publish").contains("2024 was removed"))
        #expect(try team.entry() == nil)
        try team.main.git("revert", "--no-edit", "HEAD")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("aliased seasons")
    func aliasedSeasons() throws {
        let team = try Team(hasTwoSeasons: true)
        try team.main.write("format: 1\nalias: 2024\n", to: "bundles/2025/match.yaml")
        _ = try ContentCheck(folder: "\(team.main.path)/bundles", updatesTables: true).run()
        try team.main.commit()
        try team.main.succeed("publish")
        try team.main.edit("Two")
        try team.main.commit()
        try team.main.succeed("publish")
        let given = try team.repository()?.record.given
        #expect(try given?[Team.other]?.commit == team.main.head())
        #expect(try given?[Team.year]?.commit == team.main.head())
    }
}

extension Desk {
    func head(_ name: String = "HEAD") throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", path, "rev-parse", name]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }
}
