import TestSupport
import Testing

@testable import breakdown

/// The documents list the exit statuses that the program has.
@Suite struct BreakdownExitStatusTests {
    /// `UPDATE_EXPECTED=1 swift test --filter BreakdownExitStatusTests` writes the table anew, for review.
    @Test func theTableInTheDocumentsIsTheProgramsOwn() throws {
        let table = try DocumentTable("docs/OPERATIONS.md", from: "| status | of `breakdown` |")
        #expect(try table.matches(ExitStatus.table), "\(table.lines)")
    }
}
