import Foundation
import TestSupport
import Testing

/// Tests of rules import libraries.
///
/// Only a program's options and output are tested inside the program.
@Suite struct ProgramImportTests {
    /// The files that may see inside a program, with what they test there.
    private static let allowed = [
        // Options: how a command line or a configuration file is read.
        "AgentTests/ConfigurationFilesTests.swift", "AgentTests/ConfigurationTests.swift",
        "AgentTests/DocumentedTableTests.swift",
        "AgentTests/PollRequestTests.swift", "BreakdownTests/OptionTableTests.swift",
        "BreakdownTests/RequestTests.swift",
        "ModelTests/World.swift", "PublishTests/SiteVerifierTests.swift",
        "PublishTests/TeamFixture.swift",
        // Output: words, tables, logs, metrics, screens and exit statuses.
        "AgentTests/ChoiceTests.swift", "AgentTests/CopyTests.swift",
        "AgentTests/DoctorTests.swift",
        "AgentTests/EventLogTests.swift", "AgentTests/ExportTests.swift",
        "AgentTests/HistoryTests.swift", "AgentTests/LogSinkTests.swift",
        "AgentTests/MetricsTests.swift", "AgentTests/NothingLeftTests.swift",
        "AgentTests/OutputTests.swift", "AgentTests/PollTextTests.swift",
        "AgentTests/ProgressTests.swift", "AgentTests/ReportBoundsTests.swift",
        "AgentTests/StatusTests.swift", "BreakdownTests/AppearanceTests.swift",
        "BreakdownTests/DefaultsFileTests.swift", "BreakdownTests/ExitStatusTests.swift",
        "BreakdownTests/GivenFormTests.swift", "BreakdownTests/KioskScreenTests.swift",
        "PublishTests/PlanTests.swift",
        "PublishTests/PreviewTests.swift", "PublishTests/PrintedCommandTests.swift",
        "PublishTests/PublishExitStatusTests.swift",
        "PublishTests/SeasonFixture.swift", "PublishTests/StatusTests.swift",
        // Rules that still stand in a program.
        "AgentTests/EarlierContentTests.swift",
        "AgentTests/FollowedRepositoryTests.swift", "AgentTests/ReapingTests.swift",
        "AgentTests/StateMarkTests.swift", "AgentTests/TwoCommandsTests.swift",
        "BreakdownTests/FollowMemoryTests.swift",
        "BreakdownTests/PlayOrderTests.swift",
        "BreakdownTests/SampleTests.swift",
        "BreakdownTests/SeasonsTests.swift",
    ]

    @Test func onlyTestsOfOptionsAndOutputSeeInsideAProgram() throws {
        let package = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let programs = package.matches(of: /\.executableTarget\(\s*name: "([^"]+)"/).map {
            "@testable import " + String($0.1).replacing("-", with: "_")
        }
        #expect(programs.count == 4)
        var found: [String] = []
        for (file, text) in try SwiftFiles.read(below: "Tests") {
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            if lines.contains(where: programs.contains) {
                found.append(String(file.dropFirst("Tests/".count)))
            }
        }
        #expect(found.sorted() == Self.allowed.sorted())
    }
}
