import TestSupport
import Testing

@testable import bundle_agent

/// The documents show the settings that the program has.
@Suite struct SettingDocumentsTests {
    /// `UPDATE_EXPECTED=1 swift test --filter SettingDocumentsTests` writes the table anew, for review.
    @Test func theTableInTheDocumentsIsTheProgramsOwn() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| setting |")
        #expect(try table.matches(SettingsText.table), "\(table.lines)")
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
