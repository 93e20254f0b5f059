import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The reference client over what the program wrote, through everything that changes trust.
@Suite(
    .enabled(if: Python.path != nil, "TUF_PYTHON names no Python that has python-tuf"))
struct PythonTests {
    @Test func ngclientFollowsEverything() throws {
        let fixture = try SeasonFixture.publishedNow()
        let root = try fixture.folder.write(
            fixture.folder.read("home/metadata/1.root.json"), to: "shipped.json")
        let home = ["--home", fixture.home.path]
        func keys(_ arguments: [String], status: Int32 = 0) throws {
            try run(
                ["keys"] + arguments
                    + ["--in", fixture.site, "--bundles", fixture.bundles] + home, status: status)
        }
        try expect(rootVersion: 1, root, fixture)
        try keys(["add-root", "--no-passphrase"])
        try expect(rootVersion: 2, root, fixture)
        try keys(["remove-root", fixture.rootA, "--root-key", fixture.rootB])
        try expect(rootVersion: 3, root, fixture)
        try FileManager.default.removeItem(atPath: fixture.rootA)
        try keys(["threshold", "2"])
        try expect(rootVersion: 4, root, fixture)
        try keys(["rotate-online"])
        try expect(rootVersion: 5, root, fixture)
        try keys(["rotate-online", "--root-key", fixture.rootB], status: 1)
        try expect(rootVersion: 5, root, fixture)
        try keys(["sign"])
        try expect(rootVersion: 6, root, fixture)
        try fixture.addSeason(2026)
        try run(["publish", "--in", fixture.site, "--bundles", fixture.bundles] + home)
        try expect(rootVersion: 6, root, fixture)
    }

    private func run(_ arguments: [String], status: Int32 = 0) throws {
        let result = try Program.run("bundle-publish", arguments)
        #expect(result.status == status, "\(arguments): \(result.messages)")
    }

    /// One client goes all the way, another starts here; both from the first root.
    private func expect(rootVersion: Int, _ root: String, _ fixture: SeasonFixture) throws {
        let files = try fixture.folder.contents(of: "bundles").keys
        let years = Set(files.compactMap { $0.split(separator: "/").first.map(String.init) })
        let paths = years.sorted().map { "f1/\($0)/bundle.zip" }
        let ours = try fixture.seen(
            store: MemoryStore(),
            after: Int64(Date().timeIntervalSince1970) + 60
                - SeasonFixture.start.unixSeconds)
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
