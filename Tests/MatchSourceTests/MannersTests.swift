import Files
import Glibc
import MatchKeys
import TestSupport
import Testing
import WebTransport

@testable import MatchSource

/// How often the server is asked, and when again.
@Suite struct MannersTests {
    /// Requests as fast as the pace allows, from several programs in turn.
    private func times(_ count: Int, _ begin: (Int, Duration) -> Duration) -> [Duration] {
        var now: Duration = .seconds(100)
        return (0..<count).map { number in
            while true {
                let wait = begin(number, now)
                guard wait > .zero else { return now }
                now += wait
            }
        }
    }

    private func expectTenInAnySecond(_ times: [Duration]) {
        for (first, eleventh) in zip(times, times.dropFirst(10)) {
            #expect(eleventh - first >= .seconds(1))
        }
        // Thirty-five take no longer than they must.
        #expect(times.last == .seconds(103))
    }

    @Test func atMostTenRequestsBeginInAnySecond() {
        var pace = RequestPace()
        expectTenInAnySecond(times(35) { pace.begin(at: $1) })
    }

    /// A slow request may reach the server at its end.
    @Test func aRequestCountsUntilASecondAfterItsEnd() throws {
        let folder = try TemporaryDirectory()
        let file = PaceFile(path: folder["requests"])
        for at in 0..<10 { #expect(file.begin(at: .milliseconds(100_000 + at)) == .zero) }
        for at in 0..<10 { file.end(.milliseconds(100_000 + at), at: .milliseconds(100_500 + at)) }
        #expect(file.begin(at: .milliseconds(101_100)) == .milliseconds(400))
        #expect(file.begin(at: .milliseconds(101_500)) == .zero)
        // What a killed program began was not ended.
        for at in 1..<10 { #expect(file.begin(at: .milliseconds(101_500 + at)) == .zero) }
        #expect(file.begin(at: .milliseconds(102_500)) == .zero)
    }

    @Test func allProgramsOfAUserKeepOnePace() throws {
        let folder = try TemporaryDirectory()
        let programs = (1...3).map { _ in PaceFile(path: folder["cache/requests"]) }
        expectTenInAnySecond(times(35) { programs[$0 % 3].begin(at: $1) ?? .seconds(-1) })
    }

    @Test(arguments: [
        "", "x\n\u{1B}\n", "9000000000000000000\n-5\n", String(repeating: "1", count: 2_000),
    ])
    func aDamagedPaceFileStopsNobody(_ content: String) throws {
        let folder = try TemporaryDirectory()
        let file = PaceFile(path: folder["requests"])
        try Files.replaceFileWithoutSync(at: file.path, with: Array(content.utf8))
        #expect(file.begin(at: .seconds(100)) == .zero)
        #expect(file.begin(at: .seconds(100)) == .zero)
    }

    @Test func anotherFileInThePlaceOfThePaceIsNotUsed() throws {
        let folder = try TemporaryDirectory()
        let precious = folder["precious"]
        try Files.replaceFileWithoutSync(at: precious, with: Array("mine".utf8))
        #expect(symlink(precious, folder["requests"]) == 0)
        #expect(PaceFile(path: folder["requests"]).begin(at: .seconds(100)) == nil)
        #expect(PaceFile(path: "/proc/none/requests").begin(at: .seconds(100)) == nil)
        #expect(try Files.read(precious, lengthBytesMax: 100) == Array("mine".utf8))
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504]) func whatMayPassIsTriedAgain(
        _ status: Int
    ) throws {
        let fixture = try SourceFixture()
        fixture.answers = [
            SourceFixture.answer("<html>", status: status),
            SourceFixture.answer(#"{"down_events":[]}"#),
        ]
        _ = try fixture.source().get(.status)
        #expect(fixture.asked.count == 2)
        #expect(fixture.time.waits == [.milliseconds(500)])
    }

    @Test(arguments: [400, 403, 404, 405, 418, 501]) func whatStaysIsNotTriedAgain(
        _ status: Int
    ) throws {
        let fixture = try SourceFixture()
        fixture.answers = [SourceFixture.answer("<html>", status: status)]
        #expect(throws: SourceError.self) { try fixture.source().get(.status) }
        #expect(fixture.asked.count == 1 && fixture.time.waits.isEmpty)
    }

    @Test func aServerThatAsksForAPauseGetsItUpToHalfAMinute() throws {
        let fixture = try SourceFixture()
        fixture.answers = [
            SourceFixture.answer("", status: 429, headers: [("retry-after", "20")]),
            SourceFixture.answer(#"{"down_events":[]}"#),
        ]
        _ = try fixture.source().get(.status)
        #expect(fixture.time.waits == [.seconds(20)])
        fixture.answers = [
            SourceFixture.answer("", status: 503, headers: [("retry-after", "3600")])
        ]
        fixture.time.move(by: 4_000)
        #expect(try fixture.source().get(.status).facts.trouble == .wait(seconds: 3_600))
        #expect(fixture.asked.count == 3)
    }

    @Test func itGivesUpAfterAMinuteAtTheLatest() throws {
        let fixture = try SourceFixture()
        fixture.answers = [.failure(.unreachable("x"))]
        #expect(throws: SourceError.unavailable(.unreachable("x"))) {
            try fixture.source().get(.status)
        }
        #expect(fixture.asked.count == 5)
        #expect(fixture.time.waits.reduce(.zero, +) < .seconds(60))
    }
}
