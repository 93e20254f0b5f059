import BundleFormat
import JSON
import Logging
import TUF
import TestSupport
import Testing

@testable import bundle_agent

/// What people and machines read: status, poll lines, log lines.
@Suite struct OutputTests {
    @Test func aReportReadsBackAsItWasWritten() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2018: "x", 2024: "a"])
        for zip in try world.zips(2018) { try world.write([], zip) }
        let report = world.poll()
        #expect(PollReport(report.json) == report)
        #expect(PollReport.read(world.state, .standard) == report)
    }

    @Test(arguments: ["", "[]", "{}", "{\"outcome\":\"nonsense\"}", "{\"started\":1}"])
    func aReportThatMakesNoSenseIsNone(_ text: String) {
        #expect((try? JSON.parse(text)).flatMap { PollReport($0) } == nil)
    }

    @Test func pollLinesSayWhatHappenedAndWhy() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2018: "e", 2024: "a", 2026: "y"])
        for zip in try world.zips(2026) { try world.write(Array("no zip".utf8), zip) }
        let report = world.poll()
        let (embedded, downloaded) = (
            try World.version(2018, "e").short, try World.version(2024, "a").short
        )
        #expect(
            PollText.lines(report).prefix(2) == [
                "2018  embedded   \(embedded)  embedded    is what is published",
                "2024  installed  \(downloaded)  downloaded  published at 2026-11-21T00:00:00Z",
            ])
        #expect(PollText.lines(report)[2].hasPrefix("2026  held back  –             "))
        #expect(PollText.message(report)?.hasPrefix("held back: 2026") == true)
    }

    struct Freshness: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let outcome: PollReport.Outcome?
        var lastSuccess: Int64?
        var expires: Int64?
        /// The last line of the text.
        let line: String
    }

    /// All at the second 2,000,000,000.
    @Test(arguments: [
        Freshness(testDescription: "never polled", outcome: nil, line: "never polled"),
        Freshness(
            testDescription: "fresh", outcome: .upToDate, lastSuccess: 1_999_999_000,
            expires: 2_000_000_001, line: "last success  2033-05-18T03:16:40Z (16 minutes ago)"),
        Freshness(
            testDescription: "unreachable", outcome: .unreachable, lastSuccess: 1_999_900_000,
            line: "data may be outdated since 2033-05-16T23:46:40Z"),
        Freshness(
            testDescription: "refused", outcome: .refused, lastSuccess: 1_999_900_000,
            line: "data may be outdated since 2033-05-16T23:46:40Z"),
        Freshness(
            testDescription: "never reached", outcome: .unreachable,
            line: "data may be outdated since ever: the repository was never reached"),
        Freshness(
            testDescription: "expired since the last poll", outcome: .upToDate,
            lastSuccess: 1_999_000_000, expires: 1_999_999_999,
            line: "data may be outdated since 2033-05-18T03:33:19Z"),
    ])
    func freshness(_ row: Freshness) {
        let report = row.outcome.map { outcome in
            PollReport(
                startedUnixSeconds: 1_999_999_990, finishedUnixSeconds: 1_999_999_990,
                repository: "https://example.org", outcome: outcome, failuresInARow: 0,
                lastSuccessUnixSeconds: row.lastSuccess, expiresUnixSeconds: row.expires, years: [])
        }
        let status = Status(
            state: "/state", index: SetIndex(), lastPoll: report, nowUnixSeconds: 2_000_000_000)
        #expect(StatusText.lines(status, nowUnixSeconds: 2_000_000_000).last == row.line)
        #expect(
            status.json(nowUnixSeconds: 2_000_000_000)["mayBeOutdated"]
                == .bool(row.line.contains("outdated")))
    }

    @Test(arguments: [
        (-5, "0 seconds"), (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
        (7_199, "1 hour"), (7_200, "2 hours"), (86_400, "1 day"), (864_000, "10 days"),
    ])
    func ages(_ seconds: Int64, _ text: String) {
        #expect(StatusText.age(seconds) == text)
    }

    @Test func statusJSONHasItsDocumentedMembers() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let status = try Status.read(
            world.state, embedded: EmbeddedSet(files: []), limits: .standard,
            nowUnixSeconds: world.now + 60)
        let version = try World.version(2024, "a").hex
        #expect(
            status.json(nowUnixSeconds: world.now + 60) == [
                "schema": 1, "state": .string(world.state.path), "repository": .string(world.site),
                "years": [
                    [
                        "year": 2024, "version": .string(version), "origin": "downloaded",
                        "since": "2026-11-21T00:00:00Z", "ageSeconds": 60, "heldBack": nil,
                    ]
                ],
                "lastCheck": "2026-11-21T00:00:00Z", "lastSuccess": "2026-11-21T00:00:00Z",
                "outcome": "updated", "problem": nil, "mayBeOutdated": false, "outdatedSince": nil,
            ])
    }

    @Test func aYearThatIsHeldBackWithNothingElseToServeIsShown() throws {
        let world = try World()
        try world.publish([2024: "a", 2026: "y"])
        for zip in try world.zips(2026) { try world.write(Array("no zip".utf8), zip) }
        let reason = try #require(world.poll().years.last?.reason)
        let status = try Status.read(
            world.state, embedded: EmbeddedSet(files: []), limits: .standard,
            nowUnixSeconds: world.now)
        let lines = StatusText.lines(status, nowUnixSeconds: world.now)
        #expect(lines[1] == "2026  nothing served; held back: \(reason)")
        #expect(
            status.json(nowUnixSeconds: world.now)["years"]?.arrayValue?.last == [
                "year": 2026, "version": nil, "origin": nil, "since": nil, "ageSeconds": nil,
                "heldBack": .string(reason),
            ])
    }

    @Test func aDamagedIndexIsSaidAndNotShownAsNoBundles() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.folder.write("{\"bun", to: "state/current/set.json")
        let error = #expect(throws: AgentError.self) {
            try Status.read(
                world.state, embedded: EmbeddedSet(files: []), limits: .standard,
                nowUnixSeconds: world.now)
        }
        let words = error?.description ?? ""
        #expect(words.hasPrefix("\(world.state.current): set.json: line 1, column "))
        #expect(words.hasSuffix("; the next poll repairs it"))
    }

    @Test func aFullStandardOutputIsAnError() throws {
        let folder = try TemporaryDirectory()
        let status = try Program.run(
            "/bin/sh",
            [
                "-c",
                "'\(Program.path(of: "bundle-agent"))' status --state '\(folder.path)' > /dev/full",
            ])
        #expect(status.status == 1)
        #expect(
            status.messages
                == "bundle-agent: cannot write standard output: No space left on device\n")
    }

    @Test func aStateFolderThatWasNeverUsedShowsTheProgramsBundles() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let status = try Status.read(
            world.state, embedded: try world.embeddedSet(), limits: .standard, nowUnixSeconds: 9)
        #expect(status.years.map(\.entry?.origin) == [.embedded])
        #expect(try !world.disk().contains { _ in true })
    }

    @Test func logLinesAreOneLineWhateverIsInThem() {
        let time = UTCTime(unixSeconds: 0)
        #expect(
            StandardErrorLogHandler.line(
                .warning, "repository unreachable",
                ["error": "a \"b\"\n<3>forged", "bundle.year": "2024"], toJournal: true, time: time)
                == "<4>repository unreachable bundle.year=2024 error=\"a \\\"b\\\" <3>forged\"\n")
        #expect(
            StandardErrorLogHandler.line(.info, "ok", [:], toJournal: false, time: time)
                == "1970-01-01T00:00:00Z info ok\n")
    }
}
