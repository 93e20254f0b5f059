import JSON
import Testing

/// Decoding says where a shape is wrong, what was expected and what came.
@Suite struct JSONCursorTests {
    private static let tree: JSON = [
        "rows": [["label": "Auto"], ["label": 7]], "year": 2024,
        "big": .bigInteger("123456789012345678901"),
        "share": .double(0.5), "on": true, "f1/2024": ["x": nil], "\u{1B}[2J": 1,
        "long": .string(String(repeating: "é", count: 41)), "bell": "a\u{7}\u{202E}b",
    ]

    struct Wrong: CustomTestStringConvertible {
        let testDescription: String
        let read: @Sendable (JSONCursor) throws -> Void
        init(_ message: String, _ read: @escaping @Sendable (JSONCursor) throws -> Void) {
            testDescription = message
            self.read = read
        }
    }

    static let wrong: [Wrong] = [
        Wrong("rows[1].label: expected text, found 7") {
            _ = try $0.member("rows").elements()[1].member("label").string()
        },
        Wrong("the whole text: expected text, found an object") { _ = try $0.string() },
        Wrong("the whole text: expected a list, found an object") { _ = try $0.elements() },
        Wrong("absent: expected a value, found none") { _ = try $0.member("absent") },
        Wrong("year: expected an object, found 2024") { _ = try $0.member("year").member("x") },
        Wrong("year: expected an object, found 2024") { _ = try $0.member("year").optional("x") },
        Wrong("year: expected an object, found 2024") { _ = try $0.member("year").members() },
        Wrong("year: expected an integer from 1 to 9, found 2024") {
            _ = try $0.member("year").integer(in: 1...9)
        },
        Wrong("year: expected true or false, found 2024") { _ = try $0.member("year").bool() },
        Wrong("on: expected an integer of 64 bits, found true or false") {
            _ = try $0.member("on").integer()
        },
        Wrong("share: expected an integer of 64 bits, found 0.5") {
            _ = try $0.member("share").integer()
        },
        Wrong("big: expected an integer of 64 bits, found 123456789012345678901") {
            _ = try $0.member("big").integer()
        },
        Wrong(#"["f1/2024"].x: expected text, found null"#) {
            _ = try $0.member("f1/2024").member("x").string()
        },
        Wrong(#"["\u{1b}[2J"]: expected text, found 1"#) {
            _ = try $0.member("\u{1B}[2J").string()
        },
        Wrong(#"bell: expected a list, found "a\u{7}\u{202e}b""#) {
            _ = try $0.member("bell").elements()
        },
        Wrong("long: expected a list, found \"\(String(repeating: "é", count: 40))…\"") {
            _ = try $0.member("long").elements()
        },
    ]

    @Test(arguments: wrong) func locates(_ row: Wrong) {
        let error = #expect(throws: JSONShapeError.self) { try row.read(JSONCursor(Self.tree)) }
        #expect(error?.description == row.testDescription)
    }

    @Test func readsWhatIsThere() throws {
        let cursor = JSONCursor(Self.tree)
        #expect(try cursor.member("year").integer(in: 2024...2024) == 2024)
        #expect(try cursor.member("on").bool())
        #expect(try cursor.optional("absent") == nil)
        #expect(
            try cursor.member("rows").elements().map(\.path.description) == ["rows[0]", "rows[1]"])
        #expect(try cursor.members().map(\.key) == Self.tree.objectValue?.keys)
    }

    @Test func aPathStartsWhereTheTreeHangs() {
        let path = JSONPath.root.member("a b").element(2).member("c")
        #expect("\(path)" == #"["a b"][2].c"#)
        #expect(
            "\(JSONCursor(1, path: path).mismatch("text"))"
                == #"["a b"][2].c: expected text, found 1"#)
    }
}

extension JSONCursor: Equatable {
    /// For comparing with nil.
    public static func == (left: JSONCursor, right: JSONCursor) -> Bool {
        left.path == right.path && left.value == right.value
    }
}
