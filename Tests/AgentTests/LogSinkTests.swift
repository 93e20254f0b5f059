@testable import bundle_agent
@testable import BundleUpdater
import Files
import Glibc
import JSON
import Logging
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// No log obeys text from outside: whatever reaches the agent's standard error is one harmless line.
@Suite struct LogSinkTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Everything that a terminal or a log would obey or hide, and a line that another program could have written.
    private static let hostile =
        "a\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{8}\u{7F}\u{85}\u{202E}\u{2066}\u{200F}\u{2028}\u{2029}"
        + "\u{200B}\u{2060}\u{FEFF}\u{FFF9}\u{E0041}\u{AD}z\n<0>FORGED=\"1\"\r\nFORGED"

    /// What is written to a file that stands in for standard error.
    private func written(_ write: (Int32) -> Void) throws -> String {
        let path = folder["stderr"]
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        write(descriptor)
        close(descriptor)
        return String(decoding: try Files.read(path, lengthBytesMax: 1 << 20), as: UTF8.self)
    }

    /// Fails where a text is not so many lines, or a character of it would be obeyed.
    private func requireHarmless(_ text: String, lines: Int) {
        #expect(text.split(separator: "\n").count == lines, "\(text.debugDescription)")
        #expect(text.unicodeScalars.count { $0 == "\n" } == lines)
        for scalar in text.unicodeScalars where scalar != "\n" {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                Issue.record("U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
                return
            default: continue
            }
        }
    }

    @Test func aLineForStandardErrorIsOneHarmlessLine() throws {
        requireHarmless(try written { Console.log(Self.hostile, to: $0) }, lines: 1)
    }

    static let formats: [(LogFormat, Bool)] = [
        (.text, true), (.text, false), (.json, true), (.json, false),
    ]

    @Test(arguments: formats) func aLogEventIsOneHarmlessLine(
        _ format: LogFormat, _ toJournal: Bool
    ) throws {
        let text = try written { descriptor in
            var handler = StandardErrorLogHandler(format: format, toJournal: toJournal)
            handler.descriptor = descriptor
            handler[metadataKey: Self.hostile] = "\(Self.hostile)"
            let logger = Logger(label: "test") { [handler] _ in handler }
            logger.warning("\(Self.hostile)", metadata: ["error": "\(Self.hostile)"])
        }
        requireHarmless(text, lines: 1)
        if toJournal { #expect(text.hasPrefix("<4>")) }
        #expect(text.contains(#"\u{202e}"#) || text.contains(#"\u202e"#), "it is spelt out")
    }

    /// The handler's lines are harmless before they reach the console.
    @Test func theHandlersLinesAreHarmlessByThemselves() {
        let time = UTCTime(unixSeconds: 0)
        let metadata: Logger.Metadata = ["error": "\(Self.hostile)", "\(Self.hostile)": "x"]
        for (format, toJournal) in Self.formats {
            let handler = StandardErrorLogHandler(format: format, toJournal: toJournal)
            let line = handler.line(.error, Self.hostile, metadata, time)
            requireHarmless(line + "\n", lines: 1)
        }
    }

    @Test(arguments: formats) func everyEventOfTheServiceIsOneHarmlessLine(
        _ format: LogFormat, _ toJournal: Bool
    ) throws {
        let world = try World()
        try world.publish([2024: "a"])
        var report = world.poll()
        report.problem = Self.hostile
        report.repository = Self.hostile
        for at in report.years.indices {
            report.years[at].reason = Self.hostile
            report.years[at].action = .heldBack
        }
        let reports = [PollReport.Outcome.unreachable, .refused, .state, .brokenOff, .older].map {
            var one = report
            one.outcome = $0
            return one
        }
        let text = try written { descriptor in
            var handler = StandardErrorLogHandler(format: format, toJournal: toJournal)
            handler.descriptor = descriptor
            let log = EventLog(Logger(label: "test") { [handler] _ in handler })
            for report in reports { log.logChanges(in: report) }
            log.refused(Self.hostile)
            log.bookkeeping(Self.hostile)
        }
        // One for each outcome, the year that is held back, the configuration and the metrics.
        requireHarmless(text, lines: reports.count + 3)
    }
}
