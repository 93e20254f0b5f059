import Testing
import Text

@Suite struct SpellingTests {
    @Test(
        arguments: [
            ("pol", "poll"), ("histroy", "history"), ("EXPORT", "export"), ("totel", "total"),
            ("titel", "title"), ("frobnicate", nil), ("", nil), ("pl", nil),
        ] as [(String, String?)])
    func findsTheNearestWord(_ word: String, _ nearest: String?) {
        let known = ["poll", "history", "export", "total", "title"]
        #expect(Spelling.nearest(to: word, among: known) == nearest)
    }

    @Test func theFirstOfTwoEquallyNearOnesByCodePoint() {
        #expect(Spelling.nearest(to: "robot3", among: ["robot2", "robot1"]) == "robot1")
    }

    @Test func acceptsAsManyWrongLettersAsItIsTold() {
        #expect(Spelling.nearest(to: "Park", among: ["park"], wrongMax: 0) == "park")
        #expect(Spelling.nearest(to: "Parq", among: ["park"], wrongMax: 0) == nil)
        #expect(Spelling.nearest(to: "aäb", among: ["aöb"], wrongMax: 1) == "aöb")
    }

    @Test(
        arguments: [
            ("\u{A0}", "a no-break space (U+00A0)"), ("“", "a curly quotation mark “ (U+201C)"),
            ("’", "a curly quotation mark ’ (U+2019)"), ("–", "a dash – (U+2013)"),
            ("\"", nil), (" ", nil), ("ü", nil), ("✓", nil),
        ] as [(Unicode.Scalar, String?)])
    func namesWhatOnlyLooksLikeAnother(_ scalar: Unicode.Scalar, _ name: String?) {
        #expect(Lookalike(scalar)?.name == name)
    }

    @Test func wordsWithoutBoundAreNotCompared() {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(Spelling.nearest(to: long, among: [long + "b"]) == nil)
    }
}
