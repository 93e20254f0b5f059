@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import JSON
import Logging
@testable import SeasonClient
import Testing
import TestSupport
import TUF

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

    @Test(arguments: [
        (-5, "0 seconds"), (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
        (7_199, "1 h 59 min"), (7_200, "2 hours"), (7_503, "2 h 5 min"), (720, "12 minutes"),
        (90, "1 min 30 s"), (86_400, "1 day"), (90_001, "1 d 1 h"), (864_000, "10 days"),
    ])
    func waitingTimesAreShownAsPeopleSayThem(_ seconds: Int64, _ text: String) {
        #expect(TimeSpan.words(seconds: seconds) == text)
    }

    @Test(arguments: [
        "status --state /nowhere", "--help", "--version", "poll --help",
        "--generate-completion-script bash",
    ])
    func aFullStandardOutputIsAnError(_ arguments: String) throws {
        let status = try Program.run(
            "/bin/sh",
            ["-c", "'\(Program.path(of: "bundle-agent"))' \(arguments) > /dev/full"])
        #expect(status.status == 1)
        #expect(
            status.messages
                == "bundle-agent: cannot write standard output: No space left on device\n")
    }

    @Test func aStateFolderThatWasNeverUsedShowsTheProgramsBundles() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let status = world.status()
        #expect(status.years.map(\.entry?.origin) == [.embedded])
        #expect(try !world.disk().contains { _ in true })
    }

    @Test func logLinesAreOneLineWhateverIsInThem() {
        let time = UTCTime(unixSeconds: 0)
        #expect(
            StandardErrorLogHandler(format: .text, toJournal: true).line(
                .warning, "repository unreachable",
                ["error": "a \"b\"\n<3>forged", "bundle.year": "2024"], time)
                == "<4>repository unreachable bundle.year=2024 error=\"a \\\"b\\\"\\u{a}<3>forged\""
        )
        #expect(
            StandardErrorLogHandler(format: .text, toJournal: false).line(.info, "ok", [:], time)
                == "1970-01-01T00:00:00Z info ok")
    }
}
