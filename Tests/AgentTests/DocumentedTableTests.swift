import TestSupport
import Testing
import UpdatePolicy

@testable import bundle_agent

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

    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| status | meaning |")
        let statuses = [
            ExitStatus.done, ExitStatus.failed, ExitStatus.broken, ExitStatus.refused,
            ExitStatus.usage,
        ]
        let documented = table.lines.dropFirst(2).map { $0.split(separator: " ")[1] }
        #expect(documented == statuses.map { "\($0)" }, "\(table.lines)")
    }

    @Test(arguments: Setting.all) func theStandardIsATextThatIsAccepted(
        _ setting: Setting
    ) throws {
        guard let standard = setting.form.standard else { return }
        var settings = AgentSettings()
        try setting.form.read([standard], &settings)
        #expect(settings == AgentSettings())
    }
}
