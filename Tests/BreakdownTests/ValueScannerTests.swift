@testable import BreakdownRenderer
import JSON
import Testing

/// Where each value of a text begins and ends, whatever the pieces it comes in.
@Suite struct ValueScannerTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        let found: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nothing", text: "", found: []),
        Case(name: "only space", text: " \n\t\r\n", found: []),
        Case(name: "one object", text: "{}", found: ["1:1 {}"]),
        Case(
            name: "an object over several lines", text: "\n  {\n  \"a\": [1, {}]\n}\n",
            found: ["2:3 {\n  \"a\": [1, {}]\n}"]),
        Case(name: "one a line", text: "{}\n{\"a\":1}\n", found: ["1:1 {}", "2:1 {\"a\":1}"]),
        Case(
            name: "one a line, as Windows ends lines", text: "{}\r\n{}\r\n",
            found: ["1:1 {}", "2:1 {}"]),
        Case(name: "behind each other", text: "{}{} {}", found: ["1:1 {}", "1:3 {}", "1:6 {}"]),
        Case(name: "an empty list", text: "[ ]", found: []),
        Case(name: "a list", text: "[{}, {\"a\":[]}]", found: ["1:2 {}", "1:6 {\"a\":[]}"]),
        Case(name: "lists behind each other", text: "[{}]\n[{}]", found: ["1:2 {}", "2:2 {}"]),
        Case(
            name: "a list in a list is a value", text: "[[{}],{}]", found: ["1:2 [{}]", "1:7 {}"]),
        Case(
            name: "brackets, quotes and backslashes in texts",
            text: #"{"a]}\"\\":"[{,"}{}"#, found: [#"1:1 {"a]}\"\\":"[{,"}"#, "1:18 {}"]),
        Case(
            name: "columns count code points", text: "[{\"é\":1},{}]",
            found: ["1:2 {\"é\":1}", "1:10 {}"]),

        Case(name: "a word", text: "null\n{}", found: ["1:1 null", "2:1 {}"]),
        Case(
            name: "scalars in a list", text: "[1, nul ,\"a,]\",{}]",
            found: ["1:2 1", "1:5 nul ", "1:10 \"a,]\"", "1:16 {}"]),
        Case(
            name: "a page for people", text: "<html>\n<p>{}</p>\n",
            found: ["1:1 <html>", "2:1 <p>{}</p>"]),
        Case(name: "a stray closing bracket", text: "]\n{}", found: ["1:1 ]", "2:1 {}"]),

        Case(name: "broken off in an object", text: "{\"a\": 1", found: ["1:1 {\"a\": 1"]),
        Case(name: "broken off in a text", text: "{\"a", found: ["1:1 {\"a"]),
        Case(name: "broken off in an escape", text: "{\"a\\", found: ["1:1 {\"a\\"]),
        Case(
            name: "broken off in a list", text: "[{},{}\n",
            found: [
                "1:2 {}", "1:5 {}",
                "2:1 expected ']' at the end of the list, found the end of the text",
            ]),
        Case(
            name: "no comma in a list", text: "[{} {}]",
            found: ["1:2 {}", "1:5 expected ',' or ']' after a match, found '{'", "1:5 {}"]),
        Case(
            name: "a comma too many in a list", text: "[{},]\n{}",
            found: ["1:2 {}", "1:5 expected a match after ',', found ']'", "2:1 {}"]),

        Case(
            name: "a line without its end costs no other", text: "{\"a\":{\"b\":1}\n{}\n{}\n",
            found: ["1:1 {\"a\":{\"b\":1}\n", "2:1 {}", "3:1 {}"]),
        Case(
            name: "a line cut behind a comma costs no other", text: "{\"a\":1,\n{}\n",
            found: ["1:1 {\"a\":1,\n", "2:1 {}"]),
        Case(
            name: "a line cut in a text costs no other", text: "{\"a\":\"x\n{}\n",
            found: ["1:1 {\"a\":\"x\n", "2:1 {}"]),
        Case(
            name: "a line cut in an escape costs no other", text: "{\"a\":\"x\\\n{}\n",
            found: ["1:1 {\"a\":\"x\\\n", "2:1 {}"]),
        Case(
            name: "an element without its end costs no other",
            text: "[\n  {\n    \"a\": {\n  },\n  {\n    \"b\": 1\n  }\n]\n",
            found: [
                "2:3 {\n    \"a\": {\n  },\n  ", "5:3 {\n    \"b\": 1\n  }",
            ]),
        Case(
            name: "an object in an object, oddly laid out, is one value",
            text: "{\"a\":\n{\"b\":[\n{},\n{}\n]},\"c\":\n{}}",
            found: ["1:1 {\"a\":\n{\"b\":[\n{},\n{}\n]},\"c\":\n{}}"]),
    ]

    @Test(arguments: cases, [1, 2, 3, 7, 1_000])
    func finds(_ example: Case, pieceBytes: Int) {
        #expect(scan(example.text, pieceBytes: pieceBytes, lengthBytesMax: 1_000) == example.found)
    }

    @Test(arguments: [1, 5, 1_000])
    func aValueTooLongIsPassedOver(pieceBytes: Int) {
        let long = "{\"a\":\"" + String(repeating: "x", count: 30) + "\"}"
        #expect(
            scan("\(long)\n{}\n[\(long),{}]", pieceBytes: pieceBytes, lengthBytesMax: 20) == [
                "1:1 expected at most 20 bytes in one match", "2:1 {}",
                "3:2 expected at most 20 bytes in one match", "3:41 {}",
            ])
    }

    @Test func aByteOrderMarkIsPassedOver() {
        #expect(
            scan("\u{FEFF}{\n}{}", pieceBytes: 1_000, lengthBytesMax: 20) == [
                "1:1 {\n}", "2:2 {}",
            ])
    }

    @Test func aTextWithoutAnEndIsNotKept() {
        var scanner = ValueScanner(lengthBytesMax: 1_000)
        let piece = [UInt8](repeating: UInt8(ascii: "["), count: 500)
        var problems = 0
        for _ in 0..<2_000 {
            problems += piece.withUnsafeBufferPointer { scanner.scan($0) }.count
        }
        #expect(problems == 1)
        #expect(scanner.finish().isEmpty)
    }

    @Test(arguments: cases, [1, 2, 3, 7, 1_000])
    func readsTheSameInOnePass(_ example: Case, pieceBytes: Int) {
        for text in [example.text, "[{\"é\":\"\\n\",\n\"a\":[]},\n{}]\n" + example.text] {
            let found = scan(text, pieceBytes: pieceBytes, lengthBytesMax: 20)
            let read = scan(text, pieceBytes: pieceBytes, lengthBytesMax: 20, reading: JSONShapes())
            #expect(found.map(Self.compact) == read.map(Self.compact))
        }
    }

    @Test func readsWholeObjectsAtOnce() {
        var scanner = ValueScanner()
        let found = Array("{\"a\":1}\n{\"a\":2} {\"a\"".utf8).withUnsafeBufferPointer {
            scanner.scan($0, reading: JSONShapes())
        }
        #expect(
            found == [
                .json(["a": 1], at: TextPosition(line: 1, column: 1)),
                .json(["a": 2], at: TextPosition(line: 2, column: 1)),
            ])
    }

    /// What was found, with values of JSON in their compact form.
    private static func compact(_ found: String) -> String {
        let parts = found.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let json = try? JSON.parse(String(parts[1])) else { return found }
        return "\(parts[0]) \(json.text())"
    }

    /// Scans `text` in pieces and writes what was found as `line:column value`.
    private func scan(
        _ text: String, pieceBytes: Int, lengthBytesMax: Int, reading shapes: JSONShapes? = nil
    ) -> [String] {
        var scanner = ValueScanner(lengthBytesMax: lengthBytesMax)
        let bytes = Array(text.utf8)
        var found: [ValueScanner.Found] = []
        for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
            let piece = bytes[start..<min(start + pieceBytes, bytes.count)]
            found += piece.withUnsafeBufferPointer { scanner.scan($0, reading: shapes) }
        }
        found += scanner.finish()
        return found.map {
            switch $0 {
            case .json(let json, let at): "\(at.line):\(at.column) \(json.text())"
            case .value(let bytes, let at):
                "\(at.line):\(at.column) \(String(decoding: bytes, as: UTF8.self))"
            case .tooLong(let bytesMax, let at):
                "\(at.line):\(at.column) expected at most \(bytesMax) bytes in one match"
            case .problem(let problem, let at): "\(at.line):\(at.column) \(problem)"
            }
        }
    }
}
