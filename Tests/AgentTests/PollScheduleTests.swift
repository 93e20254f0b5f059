import SeasonClient
import Testing

/// When to poll next, with the dice given.
@Suite struct PollScheduleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let past: PollSchedule.Past
        /// The pause in seconds where the dice show 0, and where they show almost 1.
        let seconds: ClosedRange<Double>
        var intervalSeconds = 900

        init(
            _ name: String, _ past: PollSchedule.Past, _ seconds: ClosedRange<Double>,
            intervalSeconds: Int = 900
        ) {
            testDescription = name
            self.past = past
            self.seconds = seconds
            self.intervalSeconds = intervalSeconds
        }
    }

    static let day = 86_400.0
    static let cases: [Case] = [
        Case("a start with nothing but the program", .start(onlyEmbedded: true), 0...0),
        Case("a start", .start(onlyEmbedded: false), 0...60),
        Case("a start, short interval", .start(onlyEmbedded: false), 0...10, intervalSeconds: 10),
        Case("the first success", .success(isFirst: true), 0...900),
        Case("a later success", .success(isFirst: false), 810...990),
        Case("one failure", .failures(1), 1...60),
        Case("two failures", .failures(2), 1...120),
        Case("four failures", .failures(4), 1...480),
        Case("five failures", .failures(5), 1...960),
        Case("many failures", .failures(1_000), 1...1_800),
        Case("as many as fit", .failures(.max), 1...1_800),
        Case("fewer than one", .failures(0), 1...60),
        Case("a failure, short interval", .failures(1), 1...4, intervalSeconds: 2),
        Case("asked to wait", .retryAfter(seconds: 3_600), 3_600...3_960),
        Case("asked to wait for ages", .retryAfter(seconds: .max), day...(1.1 * day)),
        Case("asked to come back at once", .retryAfter(seconds: 0), 90...99),
        Case("asked for nonsense", .retryAfter(seconds: -5), 90...99),
    ]

    @Test(arguments: cases) func pauses(_ row: Case) {
        let schedule = PollSchedule(
            interval: .seconds(row.intervalSeconds), retryAfterMax: .seconds(Self.day))
        let least = schedule.next(after: row.past, random: 0)
        let most = schedule.next(after: row.past, random: 0.999_999_999)
        #expect(abs(least / .seconds(1) - row.seconds.lowerBound) < 0.01)
        #expect(abs(most / .seconds(1) - row.seconds.upperBound) < 0.01)
    }

    @Test func somethingWantedComesSoonerAndNeverInAHotLoop() {
        let schedule = PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(Self.day))
        func pause(_ past: PollSchedule.Past, _ wanted: Int) -> Duration {
            schedule.next(after: past, random: 0.5, wanted: .seconds(wanted))
        }
        #expect(pause(.success(isFirst: false), 200) == .seconds(200))
        #expect(pause(.success(isFirst: false), -5) == .seconds(30))
        #expect(pause(.success(isFirst: false), 5_000) == .seconds(900))
        // A server in trouble, or one that asked for a pause, is left alone.
        #expect(pause(.failures(3), 1) == .seconds(120))
        #expect(pause(.retryAfter(seconds: 600), 1) == .seconds(630))
    }

    @Test func anOutageBringsNoMoreRequestsThanUsual() {
        let schedule = PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(Self.day))
        let mean =
            (0..<1_000).map { schedule.next(after: .failures(99), random: Double($0) / 1_000) }
            .reduce(.zero, +) / 1_000
        #expect(mean > .seconds(890))
    }
}
