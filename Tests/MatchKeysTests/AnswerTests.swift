import MatchKeys
import Testing

/// What an answer of the API means, and when it is asked for again: the same for `match-fetch` and for pages.
@Suite struct AnswerTests {
    private func result(
        _ body: String, of path: String, status: Int = 200, _ headers: [String: String] = [:],
        hasStored: Bool = false
    ) throws -> AttemptResult {
        AttemptResult(
            status: status, body: Array(body.utf8), of: try #require(Resource(path: path)),
            hasStored: hasStored
        ) { headers[$0] }
    }

    @Test(arguments: [
        ("match/2024x_qm1", #"{"key":"2024x_qm1","alliances":{}}"#),
        ("event/2024x", #"{"key":"2024x","event_code":"x"}"#), ("event/2024x/matches", "[]"),
        ("event/2024x/matches", #"[null,{"key":"2024x_qm1"}]"#),
        ("events/2024/simple", #"[{"key":"2024x"}]"#), ("events/2024/simple", "[]"),
        ("events/2024/keys", #"["2024x"]"#),
        ("event/2024x/insights", "null"), ("event/2024x/insights", "{}"),
        ("status", #"{"down_events":[]}"#),
    ])
    func anAnswerHasTheFormOfItsPath(_ path: String, _ body: String) throws {
        #expect(try result(body, of: path) == .fresh(entityTag: nil, freshSeconds: 61))
    }

    @Test(arguments: [
        ("match/2024x_qm2", #"{"key":"2024x_qm1","alliances":{}}"#), ("match/2024x_qm1", "[]"),
        ("event/2024x", #"{"key":"2024x"}"#), ("event/2024x/matches", "[1]"),
        ("events/2024/simple", "{}"), ("event/2024x/insights", "[]"), ("status", "{}"),
        ("status", "<html>"), ("status", String(repeating: "[", count: 20_000)),
    ])
    func anotherFormCameFromSomewhereElse(_ path: String, _ body: String) throws {
        #expect(Self.isStrange(try result(body, of: path)))
    }

    private static func isStrange(_ result: AttemptResult) -> Bool {
        if case .trouble(.strange, canRetry: false, _) = result { true } else { false }
    }

    @Test func onlyTheAPIsOwnWordsRefuseAKeyOrDenyAMatch() throws {
        let denial = #"{"Error":"no"}"#
        #expect(try result(denial, of: "status", status: 401) == .keyRefused)
        #expect(try result(denial, of: "status", status: 404) == .absent)
        for status in [401, 404] {
            #expect(Self.isStrange(try result("<html>", of: "status", status: status)))
        }
    }

    @Test(
        arguments: [
            ("20", .status(503), 20), ("3600", .wait(seconds: 3_600), 3_600),
            ("Fri, 31 Dec 2027 23:59:59 GMT", .status(503), 29),
            ("99999999999", .wait(seconds: 99_999_999_999), 99_999_999_999),
        ] as [(String, SourceTrouble, Int)])
    func retryAfterIsReadAsSecondsOrADate(
        _ text: String, _ trouble: SourceTrouble, _ seconds: Int
    ) throws {
        let header = ["retry-after": text, "date": "Fri, 31 Dec 2027 23:59:30 GMT"]
        #expect(
            try result("", of: "status", status: 503, header)
                == .trouble(trouble, canRetry: true, retryAfterSeconds: seconds))
    }

    @Test func anAnswerIsFreshForAsLongAsTheServerSaysWithinLimits() throws {
        let headers = ["etag": "W/\"1\"", "cache-control": "public, max-age=100"]
        #expect(
            try result(#"{"down_events":[]}"#, of: "status", headers)
                == .fresh(entityTag: "W/\"1\"", freshSeconds: 100))
        #expect(
            try result("", of: "status", status: 304, hasStored: true)
                == .unchanged(freshSeconds: nil))
        for (path, told, fresh) in [
            ("status", 10, 61), ("event/2024x", 61, 3_600), ("events/2024/simple", 61, 3_600),
        ] as [(String, Int64, Int64)] {
            #expect(Resource(path: path)?.freshSeconds(told) == fresh)
        }
    }

    @Test func waitsDoubleUpToALimit() {
        let plan = RetryPlan(hasStored: false)
        func wait(
            after attempts: Int = 1, elapsed: Int64 = 0, retryAfter: Int = 0, dice: Double = 1
        ) -> Int64? {
            plan.wait(
                after: attempts, elapsedMilliseconds: elapsed, retryAfterSeconds: retryAfter,
                dice: dice)
        }
        #expect((1...4).map { wait(after: $0) } == [500, 1_000, 2_000, 4_000])
        #expect(wait(after: 5) == nil)
        #expect(wait(dice: 0) == 0)
        #expect(wait(elapsed: 60_000) == nil)
        #expect(wait(retryAfter: 30) == 30_000)
        #expect(wait(elapsed: 31_000, retryAfter: 30, dice: 0) == nil)
        #expect(wait(retryAfter: 31) == nil)
        #expect(
            RetryPlan(hasStored: true).wait(
                after: 2, elapsedMilliseconds: 0, retryAfterSeconds: 0, dice: 1) == nil)
    }

    /// A minute, five minutes after two quiet hours, up to a minute after failures.
    @Test func looksAtAnEventFollowItsPace() {
        var pace = FollowPace()
        func wait(
            fresh: Int64 = 61, news: Bool = false, trouble: Bool = false, retryAfter: Int64 = 0
        ) -> Int64 {
            pace.secondsToWait(
                freshSeconds: fresh, hasNews: news, isTrouble: trouble,
                retryAfterSeconds: retryAfter)
        }
        let waits = (0..<121).map { _ in wait() }
        #expect(waits.first == 61 && waits[117] == 61 && waits.last == 300)
        #expect(wait(news: true) == 61)
        #expect((0..<7).map { _ in wait(fresh: 0, trouble: true) } == [2, 4, 8, 16, 32, 60, 60])
        #expect(wait(fresh: 0, trouble: true, retryAfter: 120) == 120)
        #expect(wait(fresh: 0, trouble: true, retryAfter: 3_600) == 300)
        #expect(wait(news: true) == 61)
    }
}
