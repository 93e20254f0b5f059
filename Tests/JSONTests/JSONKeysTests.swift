import Testing

@testable import JSON

/// Keys that are remembered, and keys that look alike to a search.
@Suite struct JSONKeysTests {
    /// The same first and last eight bytes and the same length: one print.
    private static let alike = ["abcdefgh-1-stuvwxyz", "abcdefgh-2-stuvwxyz", "abcdefgh-é-tuvwxyz"]

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

    @Test func rememberedKeysChangeNothing() throws {
        var keys: JSONKeys? = JSONKeys()
        let limits = JSONLimits(lengthBytesMax: 1 << 20)
        for round in 0..<50 {
            var text = "{"
            for at in 0..<100 {
                // More keys than are remembered, short ones, long ones, and ones with one print.
                text += "\"key number \(round * 37 + at) of many of them\":\(at),\"k\(at)\":\(at),"
            }
            text += "\"\(Self.alike[round % 3])\":0,\"\(String(repeating: "x", count: 100))\":1}"
            let bytes = Array(text.utf8)
            let remembered = try JSON.parse(bytes, limits: limits, keys: &keys)
            #expect(remembered == (try JSON.parse(bytes)))
            #expect(remembered.text() == text)
        }
        #expect(keys != nil)
    }

    @Test func aBrokenTextLosesNoKeys() throws {
        var keys: JSONKeys? = JSONKeys()
        let limits = JSONLimits(lengthBytesMax: 1 << 20)
        #expect(throws: JSONError.self) {
            try JSON.parse(
                Array(#"{"a key that is remembered":1"#.utf8), limits: limits, keys: &keys)
        }
        #expect(keys != nil)
        let json = try JSON.parse(
            Array(#"{"a key that is remembered":1}"#.utf8), limits: limits, keys: &keys)
        #expect(json["a key that is remembered"] == 1)
    }

    @Test func aSecondKeyIsRefusedAlsoWhenRemembered() {
        var keys: JSONKeys? = JSONKeys()
        let text = #"{"a key that is remembered":1,"a key that is remembered":2}"#
        #expect(throws: JSONError.self) {
            try JSON.parse(Array(text.utf8), limits: .match, keys: &keys)
        }
    }
}
