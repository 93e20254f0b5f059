import Foundation
import TestSupport
import Testing

/// `docs/OPERATIONS.md` is held against the programs it is about.
@Suite struct OperationsTests {
    private let document: String

    init() throws {
        document = try String(contentsOfFile: Checkout.path("docs/OPERATIONS.md"), encoding: .utf8)
    }

    /// Every event of the journal stands there with what to do.
    @Test func everyEventIsExplained() throws {
        let sources = try #require(
            FileManager.default.enumerator(atPath: Checkout.path("Sources/bundle-agent")))
        var events: Set<String> = []
        for case let file as String in sources where file.hasSuffix(".swift") {
            let text = try String(
                contentsOfFile: Checkout.path("Sources/bundle-agent/\(file)"), encoding: .utf8)
            for match in text.matches(
                of: /(?:logger\.(?:notice|warning|error)\(|write\(\.\w+,)\s*"([^"\\]+)"/)
            {
                events.insert(String(match.1))
            }
        }
        #expect(events.count > 5)
        for event in events { #expect(document.contains("`\(event)`"), "not explained: \(event)") }
    }
}
