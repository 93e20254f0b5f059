import Testing

@testable import BreakdownRenderer

@Suite struct TemplateSyntaxTests {
    typealias Piece = TemplateSyntax.Piece

    struct Case: CustomTestStringConvertible {
        let text: String
        let pieces: [Piece]
        var testDescription: String { text }
    }

    @Test(arguments: [
        Case(text: "", pieces: []),
        Case(text: "plain", pieces: [.text("plain")]),
        Case(
            text: "Robot {item} Auto",
            pieces: [.text("Robot "), .expression(source: "item", offset: 7), .text(" Auto")]),
        Case(text: "{{a}}", pieces: [.text("{a}")]),
        Case(
            text: "{{{a}}}",
            pieces: [
                .text("{"), .expression(source: "a", offset: 3), .text("}"),
            ]),
        Case(text: "{'}'}", pieces: [.expression(source: "'}'", offset: 1)]),
        Case(text: #"{"a\"}"}"#, pieces: [.expression(source: #""a\"}""#, offset: 1)]),
        Case(text: #"{r'\'}x"#, pieces: [.expression(source: #"r'\'"#, offset: 1), .text("x")]),
        Case(text: "{'''a'}b'''}", pieces: [.expression(source: "'''a'}b'''", offset: 1)]),
        Case(
            text: "{ {'a': 1}['a'] }",
            pieces: [.expression(source: " {'a': 1}['a'] ", offset: 1)]),
        // Offsets count code points, whatever their length in bytes.
        Case(text: "é👍{a}", pieces: [.text("é👍"), .expression(source: "a", offset: 3)]),
    ])
    func splits(_ test: Case) throws {
        #expect(try TemplateSyntax.split(test.text) == test.pieces)
    }

    @Test(arguments: [
        ("a }", 2, 1), ("a {b", 2, 1), ("{'a}", 0, 1), ("{}", 0, 2), ("x{ }", 1, 3), ("{a}}", 3, 1),
    ])
    func refuses(_ text: String, _ offset: Int, _ length: Int) {
        let problem = #expect(throws: TemplateSyntax.Problem.self) {
            try TemplateSyntax.split(text)
        }
        #expect(problem?.offset == offset)
        #expect(problem?.length == length)
    }
}
