import Foundation
import TUF
import TestSupport
import Testing

/// The reference client over what the program wrote, through everything that changes trust.
@Suite(.enabled(if: Python.path != nil, "TUF_PYTHON names no Python that has python-tuf"))
struct PythonTests {
    @Test func ngclientFollowsEverything() throws {
        let fixture = try SeasonFixture.publishedNow()
        let root = try fixture.folder.write(
            fixture.folder.read("home/metadata/1.root.json"), to: "shipped.json")
        func expect(root version: Int, after command: String? = nil, status: Int32 = 0) throws {
            if let command { try fixture.expect(status, of: "\(command) --in SITE") }
            try self.expect(rootVersion: version, root, fixture)
        }
        try expect(root: 1)
        try expect(root: 2, after: "keys add-root --no-passphrase")
        try expect(root: 3, after: "keys remove-root \(fixture.rootA) --root-key \(fixture.rootB)")
        try FileManager.default.removeItem(atPath: fixture.rootA)
        try expect(root: 4, after: "keys threshold 2")
        try expect(root: 4, after: "keys rotate-online")
        try expect(root: 5, after: "publish")
        try expect(root: 5, after: "keys rotate-online --root-key \(fixture.rootB)", status: 1)
        try expect(root: 5, after: "keys sign")
        try fixture.addSeason(2026)
        try expect(root: 6, after: "publish")
    }

    /// One client goes all the way, another starts here; both from the first root.
    private func expect(rootVersion: Int, _ root: String, _ fixture: SeasonFixture) throws {
        let files = try fixture.folder.contents(of: "bundles").keys
        let years = Set(files.compactMap { $0.split(separator: "/").first.map(String.init) })
        let paths = years.sorted().map { "f1/\($0)/bundle.zip" }
        let ours = try fixture.seenByNewClient(after: SeasonFixture.soon)
        for state in ["all-the-way", "from-\(rootVersion)-\(UUID().uuidString)"] {
            let result = try Program.run(
                try #require(Python.path),
                [
                    Checkout.path("Tests/TUFTests/Python/read_repository.py"), fixture.site,
                    fixture.folder[state], root,
                ] + paths)
            #expect(result.status == 0, "\(result.messages)")
            let lines = result.output.split(separator: "\n").map(String.init)
            #expect(lines.first == "root \(rootVersion)")
            #expect(lines.suffix(paths.count) == paths.map { "\($0) \(ours[$0] ?? "")" }[...])
        }
    }
}

/// The Python that has the reference client.
private enum Python {
    /// From the environment variable `TUF_PYTHON`.
    static let path = ProcessInfo.processInfo.environment["TUF_PYTHON"]
}
