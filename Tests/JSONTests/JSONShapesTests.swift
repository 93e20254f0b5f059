@testable import JSON
import Testing
import Text

/// Shapes that are remembered, and keys that look alike to a search.
@Suite struct JSONShapesTests {
    /// The same first 24 and last eight bytes and the same length: one print.
    private static let alike = ["1", "2", "é"].map {
        "abcdefgh-ijklmno-pqrstuv\($0)" + ($0 == "é" ? "-tuvwxyz" : "-stuvwxyz")
    }

    @Test func keysOfOnePrintStayApart() throws {
        #expect(KeyPrint(Self.alike[0]) == KeyPrint(Self.alike[1]))
        var object = JSONObject()
        for (at, key) in Self.alike.enumerated() { object[key] = .integer(Int64(at)) }
        #expect(object.count == 3)
        for (at, key) in Self.alike.enumerated() { #expect(object[key] == .integer(Int64(at))) }
        object[Self.alike[0]] = nil
        #expect(object[Self.alike[0]] == nil)
        #expect(object[Self.alike[1]] == 1)
    }

    @Test func equivalentSpellingsStayTwoKeys() throws {
        // U+00E9, and e with U+0301: equal as Swift's strings.
        let json = try JSON.parse(
            "{\"caf\u{E9} au lait au caf\u{E9}\":1,\"cafe\u{301} au lait au caf\u{E9}\":2}")
        #expect(json.objectValue?.count == 2)
        #expect(json["caf\u{E9} au lait au caf\u{E9}"] == 1)
    }

    @Test func rememberedShapesChangeNothing() throws {
        let shapes = JSONShapes()
        let limits = JSONLimits(lengthBytesMax: 1 << 20)
        for round in 0..<50 {
            var text = "{"
            for at in 0..<100 {
                // More keys than are remembered, short ones, long ones, and ones with one print.
                text += "\"key number \(round * 37 + at) of many of them\":\(at),\"k\(at)\":\(at),"
            }
            text += "\"\(Self.alike[round % 3])\":0,\"\(String(repeating: "x", count: 100))\":1}"
            let bytes = Array(text.utf8)
            let remembered = try JSON.parse(bytes, limits: limits, shapes: shapes)
            #expect(remembered == (try JSON.parse(bytes)))
            #expect(remembered.text() == text)
        }
    }

    @Test func aBrokenTextSpoilsNoShape() throws {
        let shapes = JSONShapes()
        let limits = JSONLimits(lengthBytesMax: 1 << 20)
        #expect(throws: JSONError.self) {
            try JSON.parse(
                Array(#"{"a key that is remembered":1"#.utf8), limits: limits, shapes: shapes)
        }
        let json = try JSON.parse(
            Array(#"{"a key that is remembered":1}"#.utf8), limits: limits, shapes: shapes)
        #expect(json["a key that is remembered"] == 1)
    }

    @Test func aSecondKeyIsRefusedAlsoWhenRemembered() {
        let shapes = JSONShapes()
        let text = #"{"a key that is remembered":1,"a key that is remembered":2}"#
        #expect(throws: JSONError.self) {
            try JSON.parse(Array(text.utf8), limits: .match, shapes: shapes)
        }
    }

    /// Texts whose objects are nearly alike, one after the other with the same shapes.
    static let alikeTexts = [
        #"{"a":1,"b":{"c":2,"d":[{"e":1},{"e":2}]}}"#,
        #"{"a":1,"b":{"c":2,"d":[{"e":1},{"f":2}]}}"#,
        #"{"a":1,"b":{"d":[],"c":2}}"#, #"{"a":1}"#, #"{"b":{"c":2},"a":1}"#, #"{}"#, #"{"a":{}}"#,
        #"{"a":1,"b":{"c":2,"d":[{"e":1},{"e":2}]},"g":[[{"h":1}],{"h":2}]}"#,
        #"{ "a" : 1 , "b" : { "c" : 2 , "d" : [ { "e" : 1 } , { "e" : 2 } ] } }"#,
        #"{"a"b":1,"c":2}"#, #"{"a"b":1,"c":2}"#, #"{"a\":1,"b":2}"#, #"{"é":1,"b":2}"#,
        #"{"ab":1}"#, #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2,"#, #"{"a" 1}"#,
        #"{"a"#, #"{"a"b":1,"c":2}"#, #"[{"a":1},{"a":2,"b":3},{"b":3,"a":2},{"a":1}]"#,
    ]

    @Test func everyPairOfTextsReadsAsEachAlone() {
        for first in Self.alikeTexts {
            for second in Self.alikeTexts {
                let shapes = JSONShapes()
                for text in [first, second, first] {
                    let shaped = Result { () throws(JSONError) in
                        try JSON.parse(Array(text.utf8), limits: .match, shapes: shapes)
                    }
                    let plain = Result { () throws(JSONError) in try JSON.parse(text) }
                    #expect(shaped == plain, "\(text) behind \(first)")
                    #expect((try? shaped.get())?.text() == (try? plain.get())?.text())
                }
            }
        }
    }

    @Test func objectsOfOneShapeChangeApart() throws {
        let json = try JSON.parse(#"[{"a":1,"b":2},{"a":3,"b":4}]"#)
        var first = try #require(json.arrayValue?[0].objectValue)
        let second = try #require(json.arrayValue?[1].objectValue)
        first["c"] = 5
        first["a"] = nil
        #expect(first.keys == ["b", "c"])
        #expect(second.keys == ["a", "b"])
        #expect(second["c"] == nil)
    }
}
