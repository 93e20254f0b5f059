import JSON
import Testing

/// Text out of trees: the compact, the indented and the canonical form.
@Suite struct JSONWriterTests {
    static let trees: [JSON] = [
        nil, true, false, 0, -1, .integer(.min), .integer(.max),
        .bigInteger("-123456789012345678901"),
        .double(0.1), .double(-0.0), .double(1), .double(1e16), .double(1e22),
        .double(.leastNonzeroMagnitude),
        .double(.greatestFiniteMagnitude), "", "\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}",
        "é€🤖\u{2028}\u{FFFF}",
        [], [:], [[]], [["a": [1, nil, "x"]], ["": [:]]], ["\u{E9}": 1, "e\u{301}": 2],
    ]

    @Test(arguments: trees) func whatIsWrittenReadsBack(_ tree: JSON) throws {
        #expect(try JSON.parse(tree.serialized()) == tree)
        #expect(try JSON.parse(tree.serialized(.indented)) == tree)
    }

    @Test func aDoubleKeepsItsSign() throws {
        #expect(JSON.double(-0.0).text() == "-0.0")
    }

    @Test func compactHasNoSpace() {
        let tree: JSON = ["b": [1, .double(2.5), nil], "a": ["x": true], "e": [], "o": [:]]
        #expect(tree.text() == #"{"b":[1,2.5,null],"a":{"x":true},"e":[],"o":{}}"#)
    }

    @Test func indentedIsForPeople() {
        let tree: JSON = ["b": [1, nil], "a": ["x": true], "e": [], "o": [:]]
        let expected = """
            {
              "b": [
                1,
                null
              ],
              "a": {
                "x": true
              },
              "e": [],
              "o": {}
            }

            """
        #expect(tree.text(.indented) == expected)
    }

    @Test func controlCharactersAreEscaped() {
        #expect(
            JSON.string("\u{1}\u{1F}\u{7F}\n\r\t\"\\/é").text()
                == #""\u0001\u001f\u007f\n\r\t\"\\/é""#)
    }

    @Test func jsonOutputKeepsEveryValueAndEscapesWhatATerminalObeys() throws {
        let text = "\u{9B}a\u{202E}\u{2028}\u{200B}\u{FEFF}\u{E0041}\u{FFFE}é👩‍🚀"
        let written = JSON.string(text).text()
        #expect(written == #""\u009ba\u202e\u2028\u200b\ufeff\udb40\udc41\ufffeé👩‍🚀""#)
        #expect(try JSON.parse(Array(written.utf8)) == .string(text))
        // What is signed has its own form, which others must be able to write.
        #expect(try JSON.string(text).canonical() == Array("\"\(text)\"".utf8))
    }

    struct Canonical: CustomTestStringConvertible {
        let testDescription: String
        let tree: JSON
        let text: String
        init(_ name: String, _ tree: JSON, _ text: String) {
            testDescription = name
            self.tree = tree
            self.text = text
        }
    }

    static let canonical: [Canonical] = [
        Canonical("words", [nil, true, false], "[null,true,false]"),
        Canonical(
            "integers", [0, -7, .bigInteger("99999999999999999999")], "[0,-7,99999999999999999999]"),
        Canonical("keys sorted", ["b": 1, "a": 2, "": 3, "B": 4], #"{"":3,"B":4,"a":2,"b":1}"#),
        Canonical(
            "a key before its longer form", ["ab": 1, "a": 2, "a/": 3], #"{"a":2,"a/":3,"ab":1}"#),
        Canonical(
            "keys by code point, not by UTF-16 or equivalence",
            ["\u{1F916}": 1, "\u{FFFD}": 2, "\u{E9}": 3, "e\u{301}": 4],
            "{\"e\u{301}\":4,\"\u{E9}\":3,\"\u{FFFD}\":2,\"\u{1F916}\":1}"),
        Canonical(
            "only quote and backslash escaped", .string("\"\\/\n\0\u{7F}é"),
            "\"\\\"\\\\/\n\0\u{7F}é\""),
        Canonical("keys escaped the same way", ["\"": 1], #"{"\"":1}"#),
        Canonical("nothing in it", [[], [:], ""], #"[[],{},""]"#),
    ]

    @Test(arguments: canonical) func canonicalForm(_ row: Canonical) throws {
        #expect(try row.tree.canonical() == Array(row.text.utf8))
    }

    @Test func decimalsHaveNoCanonicalForm() {
        for tree: JSON in [.double(1), [.double(0.5)], ["a": [["b": .double(1e300)]]]] {
            #expect(throws: CanonicalJSONError.decimalNumber) { try tree.canonical() }
        }
    }

    @Test func orderOfMembersDoesNotReachTheCanonicalForm() throws {
        let left = try JSON.parse(#"{"x":{"b":1,"a":[{"d":1,"c":2}]},"w":0}"#)
        let right = try JSON.parse(#"{"w":0,"x":{"a":[{"c":2,"d":1}],"b":1}}"#)
        #expect(left == right)
        #expect(try left.canonical() == right.canonical())
    }
}
