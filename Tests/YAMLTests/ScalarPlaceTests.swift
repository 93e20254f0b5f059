import JSON
@testable import SeasonAuthoring
import Testing

/// A place inside a text is the place in the file, however the text is written there.
@Suite struct ScalarPlaceTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// `HERE` stands once in it, inside the text under the key `a`.
        let yaml: String

        init(_ name: String, _ yaml: String) { (testDescription, self.yaml) = (name, yaml) }
    }

    static let cases = [
        Case("plain", "a: x HERE y"),
        Case("plain at its start", "a: HERE"),
        Case("plain before a comment", "a: x HERE # HER"),
        Case("plain over lines", "a: x\n  y\n\n\n   z HERE\n  w"),
        Case("plain in a list on one line", "a: x HERE, b: y".wrapped("{", "}")),
        Case("single quotes", "a: 'x HERE'"),
        Case("single quotes doubled", "a: 'it''s ''HERE'''"),
        Case("single quotes over lines", "a: 'x  \n\n   it''s HERE'"),
        Case("double quotes", "a: \"x HERE\""),
        Case("escapes", #"a: "\t\x41\u00e9\U0001F916\"\\ HERE""#),
        Case("escaped line end", "a: \"x \\\n   y\\\n\n  HERE\""),
        Case("spaces at the end of a line", "a: \"x   \n  HERE\""),
        Case("code points beyond ASCII", "a: 'é 🤖 日本 HERE'"),
        Case("literal", "a: |\n  x\n\n    y\n  z HERE\n  w\nb: 1"),
        Case("literal without its end", "a: |-   # why\n\n   x HERE\n"),
        Case("literal with all ends", "a: |+\n  HERE\n\n\nb: 1"),
        Case("folded", "a: >\n  x\n  y\n\n  z HERE\n"),
        Case("folded with indented lines", "a: >-\n  x\n    y\n    HERE\n  z\n"),
        Case("folded, starting with empty lines", "a: >\n\n\n  x\n  HERE\n"),
        Case("Windows line ends", "a: |\r\n  x\r\n  HERE\r\nb: 1\r\n"),
        Case("nested in a list", "- - a: >\n      x\n      HERE\n".replacing("- - a", with: "a")),
    ]

    @Test(arguments: cases) func isFound(_ example: Case) throws {
        let document = try YAMLDocument(example.yaml, limits: .small)
        let text = try #require(document.json["a"]?.stringValue)
        let before = try #require(text.firstRange(of: "HERE")).lowerBound
        let offset = text.unicodeScalars.distance(from: text.startIndex, to: before)
        let line = try #require(document.lines.firstIndex { $0.contains("HERE") })
        let start = try #require(document.lines[line].firstRange(of: "HERE")).lowerBound
        let column = document.lines[line].unicodeScalars.distance(
            from: document.lines[line].startIndex, to: start)

        let span = document.span(ofTextAt: .root.member("a"), offset: offset, length: 4)
        #expect(span.position == TextPosition(line: line + 1, column: column + 1))
        #expect(span.length == 4)
    }

    @Test func everyCodePointOfAFoldedTextIsFound() throws {
        let yaml = "a: >\n  one two\n  three\n\n  four\n"
        let document = try YAMLDocument(yaml, limits: .small)
        let text = try #require(document.json["a"]?.stringValue)
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar != "\n" {
            let span = document.span(ofTextAt: .root.member("a"), offset: offset, length: 1)
            let line = Array(document.lines[span.position.line - 1].unicodeScalars)
            let column = span.position.column - 1
            // A folded line end is a space in the text and the line's end in the file.
            #expect(column == line.count ? scalar == " " : line[column] == scalar)
        }
    }

    @Test func anIndentationGivenAsANumberFallsBackToTheStart() throws {
        let document = try YAMLDocument("a: |2\n   x\n", limits: .small)
        let span = document.span(ofTextAt: .root.member("a"), offset: 1, length: 1)
        #expect(span.position == TextPosition(line: 1, column: 4))
    }
}

extension String {
    fileprivate func wrapped(_ open: String, _ close: String) -> String { open + self + close }
}
