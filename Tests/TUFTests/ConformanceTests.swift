import Foundation
import TestSupport
import Testing

/// `tuf-client` as a process, against repositories that python-tuf signs and a plain server serves:
/// the cases are Python/conformance/cases_*.py.
@Suite(
    "tuf-client",
    .enabled(if: Python.path != nil, "TUF_PYTHON names no Python that has python-tuf"))
struct ConformanceTests {
    @Test(arguments: ["basic", "rollback", "expiry", "keys", "delegations", "downloads", "kills"])
    func cases(group: String) throws {
        let output = try Python.run("conformance/run.py", [Program.path(of: "tuf-client"), group])
        let lines = output.split(separator: "\n")
        #expect(lines.count > 3, "\(group): expected cases, found none")
        #expect(lines.allSatisfy { $0.hasPrefix("ok ") }, "\(output)")
    }
}
