import Foundation
import JSON
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import bundle_publish

/// Three agents at different times, over a folder and over the program.
@Suite struct SiteVerifierTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Days after the publish.
        var days: Int64 = 0
        var isUntrusted = false
        /// Part of why no client updates; nil where all do.
        var problem: String?
        var harm: @Sendable (SeasonFixture) throws -> Void = { _ in }
    }

    static let cases = [
        Case(testDescription: "now"),
        Case(testDescription: "in 91 days", days: 91, problem: "timestamp: expected metadata that"),
        Case(
            testDescription: "a bundle is gone", isUntrusted: true,
            problem: "expected a file, found that the server",
            harm: {
                try FileManager.default.removeItem(atPath: $0.folder["site/targets/f1/2024"])
            }),
        Case(
            testDescription: "a bundle has other bytes", isUntrusted: true,
            problem: "f1/2024/bundle.zip: expected",
            harm: { fixture in
                for name in try fixture.folder.contents(of: "site/targets/f1/2024").keys {
                    try fixture.folder.write("PK", to: "site/targets/f1/2024/\(name)")
                }
            }),
        Case(
            testDescription: "a bundle has a byte more", isUntrusted: true,
            problem: "tooLong(path: \"f1/2024/bundle.zip\"",
            harm: { fixture in
                for (name, bytes) in try fixture.folder.contents(of: "site/targets/f1/2024") {
                    let path = fixture.folder["site/targets/f1/2024/\(name)"]
                    try (Data(bytes) + [0]).write(to: URL(filePath: path))
                }
            }),
        Case(
            testDescription: "an entry of another year", isUntrusted: true,
            problem: "f1/2024/bundle.zip",
            harm: { try publish($0, custom: custom(2025)) }),
        Case(
            testDescription: "an entry of another level", isUntrusted: true,
            problem: "f1/2024/bundle.zip",
            harm: { try publish($0, custom: custom(2024, format: 2)) }),
        Case(
            testDescription: "an entry without a custom member", isUntrusted: true,
            problem: "f1/2024/bundle.zip", harm: { try publish($0, custom: nil) }),
        Case(
            testDescription: "an entry with a length that no bundle has", isUntrusted: true,
            problem: "f1/2024/bundle.zip",
            harm: { try publish($0, custom: custom(2024), lengthBytes: 1 << 62) }),
        Case(
            testDescription: "signed by others", isUntrusted: true, problem: "root",
            harm: { fixture in
                let stranger = try SeasonFixture.published()
                try FileManager.default.removeItem(atPath: fixture.site)
                try FileManager.default.copyItem(atPath: stranger.site, toPath: fixture.site)
            }),
    ]

    private static func custom(_ year: Int, format: Int = 1) -> JSON {
        [
            "format": .integer(Int64(format)), "published": "2027-01-15T08:00:00Z",
            "version": .string(String(repeating: "b", count: 64)), "year": .integer(Int64(year)),
        ]
    }

    /// Signs one entry of 2024 with the right key.
    private static func publish(
        _ fixture: SeasonFixture, custom: JSON?, lengthBytes: Int = 4
    ) throws {
        let target = try fixture.putZip(
            "f1/2024/bundle.zip", custom: custom, lengthBytes: lengthBytes)
        try fixture.putSigned([target], version: 1_800_000_026, by: fixture.onlineKey())
    }

    @Test(arguments: cases) func fares(_ example: Case) throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.renewRoot, after: 10)
        try fixture.publish(after: 20)
        try example.harm(fixture)
        let now = SeasonFixture.start.advanced(bySeconds: 30)
        let runs = try VerifyReport(
            Site(name: "site", fetcher: FileFetcher(folder: fixture.site)),
            oldestRoot: fixture.home.roots().first,
            now: now, moment: now.advanced(bySeconds: example.days * SeasonFixture.day)
        ).runs
        #expect(runs.map(\.client) == [.oldest, .current, .embedded])
        for run in runs {
            guard let problem = example.problem else {
                #expect(run.problem == nil)
                #expect(run.report?.status(of: .root)?.version == 2)
                #expect(run.targetsCount == 2)
                continue
            }
            #expect((run.problem ?? "").contains(problem) || example.isUntrusted, "\(run)")
            #expect(run.problem != nil)
            #expect(run.isUntrusted == example.isUntrusted, "\(run)")
        }
    }

    @Test(
        arguments: [
            ("+60d", 60 * 86_400), ("+12h", 43_200), ("+0s", 0), ("+5m", 300),
        ] as [(String, Int64)])
    func aMomentIsNamedFromNow(_ text: String, _ seconds: Int64) {
        let time = Moment(argument: text)?.time(from: SeasonFixture.start)
        #expect(time == SeasonFixture.start.advanced(bySeconds: seconds))
    }

    @Test(arguments: ["60d", "+d", "+1y", "+-1d", "+99999999999d", "2027-01-15", ""])
    func otherMomentsAreNone(_ text: String) {
        #expect(Moment(argument: text) == nil)
    }

    @Test func theProgramTellsMachines() throws {
        let fixture = try SeasonFixture.publishedNow()
        for (at, status) in [("+0d", Int32(0)), ("+60d", 0), ("+100d", 1)] {
            let result = try fixture.expect(status, of: "verify --in SITE --json --at \(at)")
            let answer = try JSON.parse(result.output)
            #expect(answer["isWell"] == .bool(status == 0))
            let clients = answer["clients"]?.arrayValue?.map { $0["client"] }
            #expect(clients == ["oldest", "current", "embedded"])
            #expect(answer["findings"] == [])
        }
    }
}
