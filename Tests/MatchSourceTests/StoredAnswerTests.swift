import Files
import Glibc
import MatchKeys
import TestSupport
import Testing
import WebTransport

@testable import MatchSource

/// When the server is asked, and when a stored answer stands in for it.
@Suite struct StoredAnswerTests {
    private let match: Resource
    private let fixture: SourceFixture

    init() throws {
        match = .match(try #require(MatchKey("2024necmp_f1m1")))
        fixture = try SourceFixture()
    }

    /// The match in one of its states.
    private static func match(_ state: Int, _ number: String = "f1m1") -> String {
        #"{"key":"2024necmp_\#(number)","alliances":{},"a":\#(state)}"#
    }

    private func body(_ answer: MatchSource.Answer) -> String {
        String(decoding: answer.body, as: UTF8.self)
    }

    @Test func aFreshAnswerIsNotAskedForAgain() throws {
        fixture.answers = [SourceFixture.answer(Self.match(1))]
        #expect(try body(fixture.source().get(match)) == Self.match(1))
        fixture.time.move(by: 60)
        let again = try fixture.source().get(match)
        #expect(again.facts == AnswerFacts(ageSeconds: 60, freshSeconds: 1))
        #expect(fixture.asked.count == 1)
        fixture.time.move(by: 1)
        _ = try fixture.source().get(match)
        #expect(fixture.asked.count == 2)
        #expect(fixture.asked[1].headers.contains("If-None-Match: \"a\""))
    }

    @Test(arguments: [[], [("cache-control", "public, max-age=61"), ("etag", "\"a\"")]])
    func anUnchangedAnswerKeepsItsTag(_ headers: [(String, String)]) throws {
        fixture.answers = [
            SourceFixture.answer(Self.match(1)),
            SourceFixture.answer("", tag: nil, status: 304, headers: headers),
        ]
        _ = try fixture.source().get(match)
        for round in 1...3 {
            fixture.time.move(by: 61)
            let answer = try fixture.source().get(match)
            #expect(body(answer) == Self.match(1))
            #expect(answer.facts == AnswerFacts(ageSeconds: 0, freshSeconds: 61))
            #expect(fixture.asked.count == round + 1)
            #expect(fixture.asked[round].headers.contains("If-None-Match: \"a\""))
        }
    }

    @Test func aServersOwnTimeCountsForAMirrorOnly() throws {
        fixture.answers = [
            SourceFixture.answer(Self.match(1), headers: [("cache-control", "max-age=2")])
        ]
        #expect(try fixture.source().get(match, .refresh).facts.freshSeconds == 61)
        #expect(try fixture.source(isOwnServer: true).get(match, .refresh).facts.freshSeconds == 2)
    }

    @Test func refreshAsksAtOnceAndOfflineNever() throws {
        fixture.answers = [SourceFixture.answer(Self.match(1))]
        #expect(throws: SourceError.unavailable(.offline)) {
            try fixture.source().get(match, .offline)
        }
        _ = try fixture.source().get(match)
        _ = try fixture.source().get(match, .refresh)
        #expect(fixture.asked.count == 2)
        fixture.time.move(by: 100_000)
        let stored = try fixture.source().get(match, .offline)
        #expect(stored.facts.ageSeconds == 100_000 && stored.facts.trouble == .offline)
        #expect(fixture.asked.count == 2)
    }

    static let troubles: [(String, Result<WebAnswer, WebError>, SourceTrouble)] = [
        ("no network", .failure(.unreachable("no route")), .unreachable("no route")),
        ("a page of status 503", SourceFixture.answer("<html>", status: 503), .status(503)),
        ("a page of status 200", SourceFixture.answer("<html>"), .strange("it sent no JSON")),
        ("half of an answer", SourceFixture.answer(#"[{"a":1},"#), .strange("it sent no JSON")),
        (
            "a page of status 404", SourceFixture.answer("<html>", status: 404),
            .strange("status 404, but not in the API's form")
        ),
        (
            "a page of status 401", SourceFixture.answer("<html>", status: 401),
            .strange("status 401, but not in the API's form")
        ),
        (
            "another server's refusal", SourceFixture.answer(#"{"error":"sign in"}"#, status: 401),
            .strange("status 401, but not in the API's form")
        ),
        (
            "another server's status 404", SourceFixture.answer(#"{"message":"no"}"#, status: 404),
            .strange("status 404, but not in the API's form")
        ),
        (
            "another server's JSON", SourceFixture.answer(#"{"login":"https://login.example"}"#),
            .strange("it sent an object instead of the match 2024necmp_f1m1")
        ),
        (
            "another match", SourceFixture.answer(match(1, "f1m2")),
            .strange("it sent an object instead of the match 2024necmp_f1m1")
        ),
        (
            "null", SourceFixture.answer("null"),
            .strange("it sent null instead of the match 2024necmp_f1m1")
        ),
        (
            "an empty list", SourceFixture.answer("[]"),
            .strange("it sent a list instead of the match 2024necmp_f1m1")
        ),
        ("refused by a proxy before it", SourceFixture.answer("", status: 403), .status(403)),
        (
            "a page to sign in",
            .success(WebAnswer(status: 302, redirects: ["http://login.example/?next=x"])),
            .strange("it redirects to http://login.example/?***")
        ),
    ]

    @Test(arguments: troubles.indices) func trouble(_ at: Int) throws {
        let (name, answer, trouble) = Self.troubles[at]
        fixture.answers = [answer]
        #expect(throws: SourceError.unavailable(trouble), "\(name)") {
            try fixture.source().get(match)
        }
        fixture.answers = [SourceFixture.answer(Self.match(1)), answer]
        _ = try fixture.source().get(match)
        fixture.time.move(by: 3_600)
        let stored = try fixture.source().get(match)
        #expect(body(stored) == Self.match(1), "\(name)")
        #expect(stored.facts.trouble == trouble, "\(name)")
        #expect(stored.facts.ageSeconds >= 3_600, "\(name)")
    }

    struct Form: CustomTestStringConvertible {
        let resource: String
        let own: [String]
        let others: [String]
        var testDescription: String { resource }
    }

    @Test(arguments: [
        Form(
            resource: "event/2024necmp", own: [#"{"key":"2024necmp","event_code":"necmp"}"#],
            others: ["{}", "[]", "null", #"{"key":"x"}"#]),
        Form(
            resource: "event/2024necmp/matches", own: ["[]", #"[{"key":"2024necmp_qm1"},7]"#],
            others: ["{}", "null", "[1]", #"[{"a":1}]"#, "\"ok\""]),
        Form(
            resource: "event/2024necmp/insights", own: ["null", "{}", #"{"qual":null}"#],
            others: ["[]", #"{"status":"ok"}"#, "true"]),
        Form(
            resource: "events/2024/keys", own: ["[]", #"["2024necmp"]"#],
            others: ["{}", "null", "[1]", #"[{"key":"x"}]"#]),
        Form(
            resource: "status", own: [#"{"current_season":2024}"#, #"{"down_events":[]}"#],
            others: ["{}", "[]", #"{"status":"ok"}"#]),
    ])
    func onlyTheAPIsOwnFormReplacesWhatIsStored(_ form: Form) throws {
        let resource = try #require(Resource(path: form.resource))
        for own in form.own {
            fixture.answers = [SourceFixture.answer(own)]
            #expect(try body(fixture.source().get(resource, .refresh)) == own)
            for other in form.others {
                fixture.answers = [SourceFixture.answer(other)]
                let answer = try fixture.source().get(resource, .refresh)
                #expect(body(answer) == own, "\(other)")
                guard case .strange? = answer.facts.trouble else {
                    Issue.record("\(other): \(String(describing: answer.facts.trouble))")
                    continue
                }
            }
        }
    }

    /// `--login` at a network that wants to be signed in to.
    @Test(arguments: ["{}", "<html>", #"{"ok":true}"#])
    func aKeyIsNotAcceptedByAnotherServer(_ page: String) throws {
        for status in [200, 401] {
            fixture.answers = [SourceFixture.answer(page, status: status)]
            let error = #expect(throws: SourceError.self) {
                try fixture.source().tryKey(try #require(APIKey("another-key")))
            }
            guard case .unavailable(.strange)? = error else {
                Issue.record("\(status): \(String(describing: error))")
                continue
            }
        }
    }

    @Test func aWrongKeyNeverShowsAStoredAnswer() throws {
        fixture.answers = [
            SourceFixture.answer(Self.match(1)),
            SourceFixture.answer(#"{"Error":"x"}"#, status: 401),
        ]
        _ = try fixture.source().get(match)
        #expect(throws: SourceError.keyRefused) { try fixture.source().get(match, .refresh) }
    }

    @Test func afterARefusalNothingStoredIsShownUntilAKeyIsAccepted() throws {
        let other = Resource.event(try #require(EventKey("2024necmp")))
        let failed = SourceFixture.answer("<html>", status: 500)
        let event = #"{"key":"2024necmp","event_code":"necmp"}"#
        fixture.answers = [SourceFixture.answer(Self.match(1)), SourceFixture.answer(event)]
        for resource in [match, other] { _ = try fixture.source().get(resource) }
        fixture.answers = [refused]
        #expect(throws: SourceError.keyRefused) { try fixture.source().get(match, .refresh) }
        // At once, offline, and when the server fails, each in another run.
        for resource in [match, other] {
            #expect(throws: SourceError.keyRefused) { try fixture.source().get(resource) }
            #expect(throws: SourceError.unavailable(.offline)) {
                try fixture.source().get(resource, .offline)
            }
            fixture.answers = [failed]
            #expect(throws: SourceError.unavailable(.status(500))) {
                try fixture.source().get(resource)
            }
            fixture.answers = [refused]
        }
        fixture.answers = [SourceFixture.answer(Self.match(2)), failed]
        _ = try fixture.source().get(match)
        #expect(try body(fixture.source().get(match, .offline)) == Self.match(2))
        #expect(try body(fixture.source().get(other, .refresh)) == event)
    }

    private let refused = SourceFixture.answer(#"{"Error":"x"}"#, status: 401)

    @Test func aKeyThatIsTriedAndAcceptedShowsWhatIsStoredAgain() throws {
        fixture.answers = [
            SourceFixture.answer(Self.match(1)), refused,
            SourceFixture.answer(#"{"current_season":2024}"#),
        ]
        _ = try fixture.source().get(match)
        #expect(throws: SourceError.keyRefused) { try fixture.source().get(match, .refresh) }
        try fixture.source().tryKey(try #require(APIKey("another-key")))
        #expect(try body(fixture.source().get(match, .offline)) == Self.match(1))
    }

    /// Root writes everywhere, so a folder in the mark's place stands for a full disk.
    @Test func whereARefusalCannotBeRememberedTheAnswersAreRemoved() throws {
        let cache = AnswerCache(folder: fixture.folder["answers"])
        let address = "https://api.example/v3"
        fixture.answers = [SourceFixture.answer(Self.match(1)), refused]
        _ = try fixture.source().get(match)
        cache.refuse(by: address)
        let folder = fixture.folder["answers"]
        let mark = try #require(try Files.names(in: folder).first { $0.hasSuffix(".refused") })
        try Files.remove("\(folder)/\(mark)")
        try Files.createDirectoriesWithoutSync("\(folder)/\(mark)")
        #expect(throws: SourceError.keyRefused) { try fixture.source().get(match, .refresh) }
        #expect(try Files.names(in: folder) == [mark])
    }

    @Test func aVanishedRecordIsForgotten() throws {
        fixture.answers = [
            SourceFixture.answer(Self.match(1)),
            SourceFixture.answer(#"{"Error":"x"}"#, status: 404),
        ]
        _ = try fixture.source().get(match)
        let absent = SourceError.absent(path: "match/2024necmp_f1m1")
        #expect(throws: absent) { try fixture.source().get(match, .refresh) }
        #expect(throws: SourceError.unavailable(.offline)) {
            try fixture.source().get(match, .offline)
        }
    }

    @Test func withoutAKeyNothingIsAsked() throws {
        fixture.key = nil
        #expect(throws: SourceError.noKey) { try fixture.source().get(match) }
        #expect(fixture.asked.isEmpty)
    }

    @Test func aDamagedFileIsAskedForAgain() throws {
        fixture.answers = [SourceFixture.answer(Self.match(1))]
        _ = try fixture.source().get(match)
        let folder = fixture.folder["answers"]
        let name = try #require(try Files.names(in: folder).first)
        let file = "\(folder)/\(name)"
        let bytes = try Files.read(file, lengthBytesMax: 1_000)
        for damaged in [[], Array(bytes.dropLast()), Array("x".utf8) + bytes, bytes + bytes] {
            try Files.replaceFileWithoutSync(at: file, with: damaged)
            #expect(try body(fixture.source().get(match)) == Self.match(1))
        }
        #expect(fixture.asked.count == 5)
        // No other user reads what this one looked at.
        #expect(try Files.read(file, lengthBytesMax: 1_000).count == bytes.count)
    }

    /// A link in an answer's place is replaced; what it leads to stays as it is.
    @Test func aLinkIsReplacedAndNotFollowed() throws {
        fixture.answers = [SourceFixture.answer(Self.match(1))]
        _ = try fixture.source().get(match)
        let folder = fixture.folder["answers"]
        let file = "\(folder)/\(try #require(try Files.names(in: folder).first))"
        let precious = fixture.folder["precious"]
        try Files.replaceFileWithoutSync(at: precious, with: Array("mine".utf8))
        try Files.remove(file)
        #expect(symlink(precious, file) == 0)
        #expect(try body(fixture.source().get(match)) == Self.match(1))
        #expect(try Files.read(precious, lengthBytesMax: 100) == Array("mine".utf8))
    }

    /// A program that was killed while it stored an answer leaves nothing for ever.
    @Test func whatAKilledProgramLeftIsRemoved() throws {
        fixture.answers = [SourceFixture.answer(Self.match(1))]
        _ = try fixture.source().get(match)
        let folder = fixture.folder["answers"]
        let left = "\(folder)/.tmp-1-0"
        try Files.replaceFileWithoutSync(at: left, with: [1, 2, 3])
        fixture.time.move(by: 100_000)
        _ = try fixture.source().get(match)
        #expect(try Files.names(in: folder).allSatisfy { $0.hasSuffix(".answer") })
    }

    @Test func theOldestAnswersMakeRoom() throws {
        let filler = String(repeating: " ", count: 400)
        for number in 1...10 {
            fixture.answers = [SourceFixture.answer(Self.match(1, "qm\(number)") + filler)]
            let key = try #require(MatchKey("2024necmp_qm\(number)"))
            _ = try fixture.source(cacheBytesMax: 2_000).get(.match(key))
            fixture.time.move(by: 1)
        }
        let names = try Files.names(in: fixture.folder["answers"])
        #expect((2...3).contains(names.count), "\(names)")
        #expect(names.contains { $0.hasPrefix("match-2024necmp_qm10-") }, "\(names)")
    }

    @Test func aTagThatIsNoTagIsNotSentBack() throws {
        for tag in ["a\u{1}b", "a b", String(repeating: "x", count: 300), ""] {
            fixture.answers = [SourceFixture.answer(Self.match(1), tag: tag)]
            _ = try fixture.source().get(match, .refresh)
            _ = try fixture.source().get(match, .refresh)
            #expect(fixture.asked.last?.headers.contains { $0.hasPrefix("If-None-Match") } == false)
        }
    }
}
