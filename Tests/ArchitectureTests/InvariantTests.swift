import Foundation
import TestSupport
import Testing

/// Every invariant in `ARCHITECTURE.md` and `docs/SECURITY.md` names a test that exists.
@Suite struct InvariantTests {
    @Test(arguments: ["ARCHITECTURE.md", "docs/SECURITY.md"])
    func everyInvariantNamesATestThatExists(_ document: String) throws {
        let table = try DocumentTable(document, from: "| invariant | test |")
        let tests = table.lines.dropFirst(2).compactMap { $0.split(separator: "|").last }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(tests.count >= 20)
        let sources = try Self.suites()
        for test in tests {
            let parts = test.split(separator: ":", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(parts.count == 2, "\(test): expected 'Suite: name'")
            let exists = (sources[parts[0]] ?? []).contains {
                $0.contains("\"\(parts[1])\"") || $0.contains("func \(parts[1])(")
            }
            #expect(exists, "\(test): no such test")
        }
    }

    /// The text of each file of tests by its name; two modules may have a suite of one name.
    private static func suites() throws -> [String: [String]] {
        var suites: [String: [String]] = [:]
        for (file, text) in try SwiftFiles.read(below: "Tests") where file.hasSuffix("Tests.swift")
        {
            let name = (file as NSString).lastPathComponent.replacing(".swift", with: "")
            suites[name, default: []].append(text)
        }
        return suites
    }
}
