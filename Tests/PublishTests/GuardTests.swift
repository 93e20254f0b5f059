import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// When a checkout may publish over what is live, where real git decides; ModelTests has the other situations.
@Suite struct GuardTests {
    private let team: Team

    init() throws { team = try Team() }

    private func publish(_ title: String, from desk: Desk) throws {
        try desk.edit(title)
        try desk.commit()
        try desk.succeed("publish")
    }

    @Test("two branches decide: git keeps both lines, and the later one about a content counts")
    func twoBranchesDecide() throws {
        try publish("Two", from: team.main)
        let other = try team.clone("other")
        try other.write("2024 recall \(team.version("Two"))")
        try other.commit()
        try team.main.write("2024 lift \(team.version("Two"))")
        try team.main.write("2024 waves \(team.version("Two")) 10%:0h,100%:1d")
        try team.main.commit()
        try other.pull()
        let text = try String(contentsOfFile: other.decisions, encoding: .utf8)
        #expect(text.contains(" recall ") && text.contains(" lift ") && !text.contains("<<<"))
        try other.succeed("publish")
        #expect(try team.shows() == "Two")
        #expect(try team.entry()?.rollout?.waves.count == 2)
    }

    @Test(
        "an old checkout or an old CI job publishes: 4, also after a commit of decisions.txt alone")
    func oldCheckout() throws {
        let old = try team.clone("old")
        try publish("Two", from: team.main)
        #expect(try old.stop("publish").contains("does not contain"))
        try old.write("2024 waves \(team.version("One")) all")
        try old.commit()
        try old.stop("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("git revert of a change of a season, and push: published")
    func gitRevert() throws {
        try publish("Two", from: team.main)
        try team.main.git("revert", "--no-edit", "HEAD")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("git revert of a line: 4; decisions are undone by again and lift")
    func revertedLine() throws {
        try publish("Two", from: team.main)
        try team.main.succeed("rollback", "2024")
        try team.main.commit()
        try team.main.git("revert", "--no-edit", "HEAD")
        try team.main.stop("publish")
    }

    @Test("a force push, or a squash after a publish from a branch: 4, --over once")
    func forcePush() throws {
        try publish("Two", from: team.main)
        let state = try #require(team.repository()?.version)
        try team.main.git("reset", "-q", "--hard", "HEAD~1")
        try team.main.edit("Three")
        try team.main.commit()
        #expect(try team.main.stop("publish").contains("--over \(state)"))
        try team.main.stop("publish", "--over", "\(state - 1)")
        try team.main.succeed("publish", "--over", "\(state)")
        #expect(try team.shows() == "Three")
    }

    @Test("an uncommitted hotfix from a laptop; the CI job of that commit runs again: 4")
    func uncommittedHotfix() throws {
        let ci = try team.clone()
        try team.main.edit("Hotfix")
        let outcome = try team.main.run("publish")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("not committed"))
        #expect(try ci.stop("publish").contains("this very commit"))
        #expect(try team.shows() == "Hotfix")
    }

    @Test("a folder in no checkout does not publish over a commit")
    func noCommit() throws {
        let bare = try team.clone("bare")
        try FileManager.default.removeItem(atPath: "\(bare.path)/.git")
        try bare.stop("publish")
        let id = String(repeating: "a", count: 40)
        let early = "\(UTCTime(unixSeconds: team.now - 86_400))"
        try bare.stop("publish", "--commit", id, "--committed", early)
        let late = "\(UTCTime(unixSeconds: team.now))"
        try bare.succeed("publish", "--commit", id, "--committed", late)
    }

    @Test("a shallow checkout is compared by its commit's time")
    func shallowCheckout() throws {
        try publish("Two", from: team.main)
        try team.main.edit("Three")
        try team.main.commit()
        try team.main.git(
            "clone", "-q", "--depth", "1", "file://\(team.main.path)", team.folder["shallow"])
        let shallow = Desk(team: team, path: team.folder["shallow"], key: try team.onlineKey())
        try shallow.succeed("publish")
        #expect(try team.shows() == "Three")
    }

    @Test("a killed command has at most added its line; the same command signs it")
    func killedCommand() throws {
        try publish("Two", from: team.main)
        try team.main.write("2024 rollback \(team.version("Two")) to \(team.version("One"))")
        let text = try String(contentsOfFile: team.main.decisions, encoding: .utf8)
        try team.main.succeed("rollback", "2024")
        #expect(try team.shows() == "One")
        #expect(try String(contentsOfFile: team.main.decisions, encoding: .utf8) == text)
    }
}
