import Foundation
import JSON
import Testing

/// Texts made to wear the reader down.
@Suite struct JSONLimitsTests {
    private func check(
        _ text: String, _ limits: JSONLimits, _ message: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = { () -> JSONError? in
            do throws(JSONError) {
                _ = try JSON.parse(text, limits: limits)
                return nil
            } catch { return error }
        }()
        #expect(error?.description == message, sourceLocation: sourceLocation)
    }

    @Test func bytes() {
        check("[1]", JSONLimits(lengthBytesMax: 3), nil)
        check(
            "[1] ", JSONLimits(lengthBytesMax: 3),
            "line 1, column 1: expected at most 3 bytes, found 4")
    }

    @Test func values() {
        check("[1,2]", JSONLimits(lengthBytesMax: 9, valuesMax: 3), nil)
        check(
            "[1,2,3]", JSONLimits(lengthBytesMax: 9, valuesMax: 3),
            "line 1, column 6: expected at most 3 values")
    }

    @Test func depth() {
        check("[{\"a\":[]}]", JSONLimits(lengthBytesMax: 99, depthMax: 3), nil)
        check(
            "[{\"a\":[[]]}]", JSONLimits(lengthBytesMax: 99, depthMax: 3),
            "line 1, column 8: expected at most 3 levels of lists and objects")
    }

    @Test func depthNobodyCanRaise() {
        var limits = JSONLimits.file
        limits.depthMax = 1_000_000
        check(
            String(repeating: "[", count: 100_000), limits,
            "line 1, column 129: expected at most 128 levels of lists and objects")
    }

    @Test(arguments: [
        (#"{"a":["#, "]}", 64), (#"{"a":"#, "}", 127), ("[", "]", 127),
    ])
    func deepestTreeFitsTheSmallestThread(_ open: String, _ close: String, _ count: Int) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let text =
                String(repeating: open, count: count) + (count == 127 ? "[]" : "")
                + String(repeating: close, count: count)
            let limits = JSONLimits(lengthBytesMax: 1 << 20, depthMax: 128)
            let tree = try? JSON.parse(text, limits: limits)
            #expect(tree?.text() == text)
            #expect((try? tree?.canonical()) == Array(text.utf8))
            #expect(tree == (try? JSON.parse(text, limits: limits)))
            #expect((tree?.text(.indented).utf8.count ?? 0) > text.utf8.count)
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    @Test func manyKeysTakeNoQuadraticTime() throws {
        let count = 50_000
        let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let tree = try JSON.parse(text)
        #expect(tree.objectValue?.count == count)
        #expect(tree["k49999"] == 49_999)
        #expect(throws: JSONError.self) { try JSON.parse(text.dropLast() + ",\"k7\":0}") }
    }
}

extension JSON {
    fileprivate static func parse(_ text: Substring) throws -> JSON { try parse(String(text)) }
}
