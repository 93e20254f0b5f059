import TestSupport
import Testing

@testable import bundle_agent

/// The documents show the settings and the exit statuses that the program has.
@Suite struct DocumentedTableTests {
    /// `UPDATE_EXPECTED=1 swift test --filter DocumentedTableTests` writes the table anew, for review.
    @Test func theDocumentsListTheSettings() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| setting |")
        #expect(try table.matches(SettingsText.table), "\(table.lines)")
    }

    /// `UPDATE_EXPECTED=1` writes this one anew, too.
    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| status | meaning |")
        #expect(try table.matches(ExitStatusText.table), "\(table.lines)")
    }

    @Test(arguments: Setting.allCases) func theStandardIsATextThatIsAccepted(
        _ setting: Setting
    ) throws {
        guard let standard = setting.declaration.standard else { return }
        var settings = AgentSettings()
        try setting.declaration.read([standard], &settings)
        #expect(settings == AgentSettings())
    }
}
