import JSON
import Testing

@testable import bundle_publish

/// A place inside a text is the place in the file, however the text is written there.
@Suite struct ScalarPositionTests {
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
        let source = try SourceText(path: "match.yaml", bytes: Array(example.yaml.utf8))
        let tree = try YAMLReader.read(source)
        let text = try #require(tree.json["a"]?.stringValue)
        let before = try #require(text.firstRange(of: "HERE")).lowerBound
        let offset = text.unicodeScalars.distance(from: text.startIndex, to: before)
        let line = try #require(source.lines.firstIndex { $0.contains("HERE") })
        let start = try #require(source.lines[line].firstRange(of: "HERE")).lowerBound
        let column = source.lines[line].unicodeScalars.distance(
            from: source.lines[line].startIndex, to: start)

        let place = tree.map.place(
            inTextAt: .root.member("a"), offset: offset, length: 4)
        #expect(place.position == TextPosition(line: line + 1, column: column + 1))
        #expect(place.length == 4)
    }

    @Test func everyCodePointOfAFoldedTextIsFound() throws {
        let yaml = "a: >\n  one two\n  three\n\n  four\n"
        let source = try SourceText(path: "match.yaml", bytes: Array(yaml.utf8))
        let tree = try YAMLReader.read(source)
        let text = try #require(tree.json["a"]?.stringValue)
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar != "\n" {
            let place = tree.map.place(inTextAt: .root.member("a"), offset: offset, length: 1)
            let line = Array(place.line.unicodeScalars)
            let column = place.position.column - 1
            // A folded line end is a space in the text and the line's end in the file.
            #expect(column == line.count ? scalar == " " : line[column] == scalar)
        }
    }

    @Test func anIndentationGivenAsANumberFallsBackToTheStart() throws {
        let source = try SourceText(path: "match.yaml", bytes: Array("a: |2\n   x\n".utf8))
        let tree = try YAMLReader.read(source)
        let place = tree.map.place(inTextAt: .root.member("a"), offset: 1, length: 1)
        #expect(place.position == TextPosition(line: 1, column: 4))
    }
}

extension String {
    fileprivate func wrapped(_ open: String, _ close: String) -> String { open + self + close }
}
