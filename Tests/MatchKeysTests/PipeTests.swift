import Testing

@testable import MatchKeys

/// The lines between `breakdown` and `match-fetch`: each is read as it was written.
@Suite struct PipeTests {
    static let troubles: [SourceTrouble] = [
        .unreachable("no \"network\"\n"), .status(503), .wait(seconds: 99), .strange("a page"),
        .offline,
    ]
    static let errors: [SourceError] =
        [
            .noKey, .keyRefused, .keyUnusable(source: "$X"), .keyExposed(path: "/k", mode: "644"),
            .keyFile("cannot"), .address("bad"), .absent(path: "match/2026casj_qm1"),
            .tooLong(lengthBytesMax: 7), .program("gone"),
        ] + troubles.map { .unavailable($0) }

    @Test(arguments: errors) func anErrorComesBackAsItWas(_ error: SourceError) {
        let line = Array(PipeReply.error(error).line.utf8.dropLast())
        #expect(!line.contains(0x0A))
        #expect(PipeReply(line: line) == .error(error))
    }

    @Test(arguments: troubles) func anAnswerComesBackAsItWas(_ trouble: SourceTrouble) {
        let facts = AnswerFacts(ageSeconds: 3, freshSeconds: 58, trouble: trouble)
        let reply = PipeReply.answer(facts, lengthBytes: 12)
        #expect(PipeReply(line: Array(reply.line.utf8.dropLast())) == reply)
    }

    @Test func aRequestComesBackAsItWas() throws {
        let key = try #require(EventKey("2026casj"))
        let request = PipeRequest(.matches(key), .refresh)
        #expect(PipeRequest(line: Array(request.line.utf8.dropLast())) == request)
    }

    @Test(arguments: ["", "{}", "[]", #"{"get":"../x","freshness":"usual"}"#, "{\"get\":1}", "x"])
    func anythingElseIsNoLine(_ text: String) {
        #expect(PipeRequest(line: Array(text.utf8)) == nil)
        #expect(PipeReply(line: Array(text.utf8)) == nil)
    }

    @Test func aLengthThatNoAnswerHasIsRefused() {
        for length in ["-1", "99999999999999", "1.5"] {
            let line = #"{"lengthBytes":\#(length),"ageSeconds":0,"freshSeconds":0}"#
            #expect(PipeReply(line: Array(line.utf8)) == nil)
        }
    }
}
