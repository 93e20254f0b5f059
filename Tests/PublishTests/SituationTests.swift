import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What happens in each situation that decisions and replacements can meet; docs/adr/0019-decisions.md has the rules.
@Suite struct SituationTests {
    private let team: Team
    private let year = Team.year

    init() throws { team = try Team() }

    /// Publishes `Two` over `One`.
    private func publishTwo() throws {
        try team.main.edit("Two")
        try team.main.commit()
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("only a phone: a line from a web editor is published")
    func lineFromWebEditor() throws {
        try publishTwo()
        try team.main.write(
            "2024 rollback \(team.version("Two")) to \(team.version("One"))   # swapped")
        try team.main.commit()
        let ci = try team.clone()
        try ci.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("two branches decide: git keeps both lines, and the later one about a content counts")
    func twoBranchesDecide() throws {
        try publishTwo()
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

    @Test("recall, later a colleague's rollback or waves of the same content: still recalled")
    func recallOutlastsOtherLines() throws {
        try publishTwo()
        try team.main.succeed("recall", "2024", team.version("Two").short)
        try team.main.write("2024 waves \(team.version("Two")) all")
        try team.main.write("2024 rollback \(team.version("Two")) to \(team.version("One"))")
        try team.main.succeed("publish")
        #expect(try team.isRecalled("Two"))
        #expect(try team.shows() == "One")
    }

    @Test("rollback, then recall of what was rolled back: the replacement stays")
    func replacementOutlastsRecall() throws {
        try publishTwo()
        try team.main.succeed("rollback", "2024")
        try team.main.succeed("recall", "2024", team.version("Two").short)
        #expect(try team.shows() == "One")
        #expect(try team.isRecalled("Two"))
    }

    @Test("rollback, then rollback once more at night: followed to the end")
    func rollbacksAreFollowed() throws {
        try publishTwo()
        try team.main.edit("Three")
        try team.main.commit()
        try team.main.succeed("publish")
        try team.main.succeed("rollback", "2024")
        #expect(try team.shows() == "Two")
        try team.main.succeed("rollback", "2024")
        #expect(try team.shows() == "One")
        try team.main.commit()
        try team.clone().succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("rollback to what was rolled back: the command adds again for it")
    func rollbackToReplacedContent() throws {
        try publishTwo()
        try team.main.succeed("rollback", "2024")
        try team.main.succeed("rollback", "2024", "--to", team.version("Two").short)
        #expect(try team.shows() == "Two")
        let text = try String(contentsOfFile: team.main.decisions, encoding: .utf8)
        #expect(text.contains(" again \(try team.version("Two"))"))
        #expect(text.components(separatedBy: " rollback ").count == 2)
    }

    @Test("a circle by two branches ends at the latest target, with a warning")
    func circleEndsAtLatestTarget() throws {
        try publishTwo()
        try team.main.write("2024 rollback \(team.version("Two")) to \(team.version("One"))")
        try team.main.write("2024 rollback \(team.version("One")) to \(team.version("Two"))")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
        let file = try DecisionsFile(home: Home(path: "\(team.main.path)/publish"))
            .read(now: UTCTime(unixSeconds: team.now))
        let warnings = file.warnings(path: "decisions.txt", known: nil)
        #expect(warnings.contains { $0.message.contains("circle") })
    }

    @Test(
        "the folder still has what was recalled: replaced or withdrawn, with a note; others are published"
    )
    func folderHasRecalledContent() throws {
        try publishTwo()
        try team.main.succeed("recall", "2024", team.version("Two").short, "--to", "embedded")
        #expect(try team.isWithdrawn())
        #expect(try team.shows() == nil)
        let other = try SeasonFixture()
        try other.addSeason(2025)
        try FileManager.default.copyItem(
            atPath: "\(other.bundles)/2025", toPath: "\(team.main.path)/bundles/2025")
        let outcome = try team.main.run("publish")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("2024 is withdrawn"))
        #expect(try team.entry(known(BundleYear(2025))) != nil)
        #expect(try team.isWithdrawn() && team.isRecalled("Two"))
    }

    @Test(
        "a replacement's zip is gone: the season stays, others are published, and the commit is named"
    )
    func replacementIsLost() throws {
        try publishTwo()
        let one = try #require(
            team.folder.contents(of: "site/targets/f1/2024").keys.first { name in
                !((try? team.repository()?.bundles()[year]?.zipPath) ?? nil ?? "").hasSuffix(name)
            })
        try FileManager.default.removeItem(atPath: "\(team.site)/targets/f1/2024/\(one)")
        try team.main.write("2024 rollback \(team.version("Two")) to \(team.version("One"))")
        let outcome = try team.main.run("publish")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("check out commit"))
        #expect(try team.shows() == "Two")
        try team.main.write("2024 recall \(team.version("Two"))")
        #expect(try team.main.run("publish").status == 1)
        #expect(try team.isWithdrawn())
    }

    @Test("prune keeps what lines show")
    func pruneKeepsReplacements() throws {
        try publishTwo()
        try team.main.succeed("rollback", "2024")
        try team.main.succeed("publish", "--again", "2024")
        team.now += 400 * 86_400
        try team.main.succeed("refresh")
        team.now += 200 * 86_400
        try team.main.write("2024 rollback \(team.version("Two")) to \(team.version("One"))")
        try team.main.succeed("prune", "--keep-days", "0")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("a season's folder is gone: no longer offered, not withdrawn; its recalls stay")
    func folderIsGone() throws {
        try publishTwo()
        try team.main.succeed("recall", "2024", team.version("One").short)
        let other = try SeasonFixture()
        try FileManager.default.moveItem(
            atPath: "\(other.bundles)/2025", toPath: "\(team.main.path)/bundles/2025")
        try FileManager.default.removeItem(atPath: "\(team.main.path)/bundles/2024")
        try team.main.commit()
        try team.main.succeed("publish")
        #expect(try team.shows() == nil)
        #expect(try !team.isWithdrawn())
        #expect(try team.isRecalled("One"))
    }

    @Test("the same rollback again: nothing to do")
    func sameRollbackAgain() throws {
        try publishTwo()
        try team.main.succeed("rollback", "2024", "--to", team.version("One").short)
        let text = try String(contentsOfFile: team.main.decisions, encoding: .utf8)
        let outcome = try team.main.run("rollback", "2024", "--to", team.version("One").short)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("2024 shows \(try team.version("One").short) already"))
        #expect(try String(contentsOfFile: team.main.decisions, encoding: .utf8) == text)
    }

    @Test("a rollback without a version says since when and of which commit, or lists choices")
    func rollbackWithoutVersion() throws {
        let none = try team.main.run("rollback", "2024")
        #expect(none.status == 1)
        #expect(none.text.contains(try team.version("One").short))
        try publishTwo()
        let outcome = try team.main.run("rollback", "2024")
        #expect(
            outcome.text.contains("goes back to \(try team.version("One").short), offered since"))
        #expect(outcome.text.contains("of commit"))
        let again = try team.main.run("rollback", "2024")
        #expect(again.status == 1)
        #expect(again.text.contains("rolled back"))
    }

    @Test("aliased seasons: each year has its own contents and lines")
    func yearsAreApart() throws {
        try publishTwo()
        try team.main.write("2025 recall \(team.version("Two"))")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
        #expect(try !team.isWithdrawn())
    }

    @Test(
        "a home that only promotes: as publish, with the other repository's contents and its recalls"
    )
    func homeThatPromotes() throws {
        try publishTwo()
        try team.main.succeed("recall", "2024", team.version("One").short)
        let stable = Desk(team: team, path: team.folder["stable"])
        try Files.createDirectoriesAndSync(stable.path)
        try stable.succeed("init", "--no-passphrase", "--in", team.folder["stable-site"])
        try stable.succeed(
            "promote", "--from", team.site, "--from-home", "\(team.main.path)/publish")
        let live = try LiveReader(
            FolderDestination(directory: team.folder["stable-site"]),
            home: Home(path: "\(stable.path)/publish"), now: UTCTime(unixSeconds: team.now)
        ).read().live
        #expect(try live?.bundles[year]?.custom.version == team.version("Two"))
        #expect(try live?.recalls.recalled[year] == [team.version("One")])
        let text = try String(contentsOfFile: stable.decisions, encoding: .utf8)
        #expect(text.contains(" recall \(try team.version("One"))"))
    }
}
