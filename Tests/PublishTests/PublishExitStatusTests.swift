import TestSupport
import Testing

@testable import bundle_publish

/// The documents list the exit statuses that the program has.
@Suite struct PublishExitStatusTests {
    /// `UPDATE_EXPECTED=1 swift test --filter PublishExitStatusTests` writes the table anew, for review.
    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/PUBLISHING.md", from: "| exit status | meaning |")
        #expect(try table.matches(ExitStatus.table), "\(table.lines)")
    }
}
