@testable import bundle_agent
import BundleUpdater
import Files
import Foundation
import SeasonClient
import Testing
import TestSupport

/// The documents show the settings and the exit statuses that the program has.
@Suite struct DocumentedTableTests {
    /// `UPDATE_EXPECTED=1 swift test --filter DocumentedTableTests` writes the table anew, for review.
    @Test func theDocumentsListTheSettings() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| setting |")
        let rows = Setting.all.map { setting in
            let standard = setting.form.standard.map { "`\($0)`" } ?? ""
            return "| `\(setting.key)` | \(setting.form.placeholder)"
                + (setting.form.isList ? ", also several" : "")
                + " | \(standard) | \(setting.sentence) |"
        }
        let head = ["| setting | takes | default | what it is |", "|---|---|---|---|"]
        #expect(try table.matches(head + rows), "\(table.lines)")
    }

    /// `UPDATE_EXPECTED=1` writes this one anew, too.
    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| status | meaning |")
        let meanings: [(status: Int32, meaning: String)] = [
            (ExitStatus.done, "done, or nothing to do, even if a cache gave an older copy"),
            (
                ExitStatus.failed,
                """
                failed (`unreachable` or `state`). For `doctor`, there is a remedy. For `why`, there is \
                nothing to show. For `status`, the data may be outdated
                """
            ),
            (
                ExitStatus.broken,
                "only for `status`: something is not served, or the state folder fails"
            ),
            (
                ExitStatus.refused,
                "not trusted (`refused`), even if a stick (`poll --from`) has an older copy"
            ),
            (ExitStatus.usage, "wrong usage or configuration"),
        ]
        let rows = meanings.map { "| \($0.status) | \($0.meaning) |" }
        #expect(try table.matches(["| status | meaning |", "|---|---|"] + rows), "\(table.lines)")
    }

    @Test func theArchitectureListsTheFilesOfTheState() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        let document = try String(
            contentsOfFile: Checkout.path("ARCHITECTURE.md"), encoding: .utf8)
        for name in try Files.names(in: world.state.path) {
            #expect(document.contains("\n<state>/\(name)"), "\(name)")
        }
    }

    @Test(arguments: Setting.all) func theStandardIsATextThatIsAccepted(_ setting: Setting) throws {
        guard let standard = setting.form.standard else { return }
        var settings = AgentSettings()
        try setting.form.read([standard], &settings)
        #expect(settings == AgentSettings())
    }
}
