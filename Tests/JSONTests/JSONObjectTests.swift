import JSON
import Testing

/// The members of objects, on both sides of the size (64) from which they are indexed.
@Suite struct JSONObjectTests {
    private func object(_ count: Int) -> JSONObject {
        var object = JSONObject()
        for number in 0..<count { object["k\(number)"] = .integer(Int64(number)) }
        return object
    }

    @Test(arguments: [0, 1, 63, 64, 65, 66, 200]) func findsEachMemberAndNoOther(_ count: Int) {
        let object = object(count)
        #expect(object.count == count)
        #expect(object.isEmpty == (count == 0))
        #expect(object.keys == (0..<count).map { "k\($0)" })
        for number in 0..<count { #expect(object["k\(number)"] == .integer(Int64(number))) }
        #expect(object["k\(count)"] == nil)
        #expect(object["k"] == nil)
    }

    @Test(arguments: [3, 64, 65, 66, 200]) func assigningReplacesInPlace(_ count: Int) {
        var object = object(count)
        object["k1"] = "new"
        #expect(object["k1"] == "new")
        #expect(object.keys == (0..<count).map { "k\($0)" })
    }

    @Test(arguments: [3, 64, 65, 66, 200]) func removingKeepsTheRestAndItsOrder(_ count: Int) {
        var object = object(count)
        object["k1"] = nil
        object["absent"] = nil
        let left = (0..<count).filter { $0 != 1 }
        #expect(object["k1"] == nil)
        #expect(object.keys == left.map { "k\($0)" })
        for number in left { #expect(object["k\(number)"] == .integer(Int64(number))) }
        object["k1"] = true
        #expect(object["k1"] == true)
        #expect(object.keys.last == "k1")
    }

    @Test(arguments: [2, 100]) func equivalentSpellingsAreTwoKeys(_ count: Int) throws {
        // é as one code point and as two: equal for Swift's texts, two keys in JSON.
        var object = object(count)
        object["\u{E9}"] = 1
        object["e\u{301}"] = 2
        #expect(object.count == count + 2)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }

    @Test(arguments: [3, 65, 200]) func equalityIsWithoutOrder(_ count: Int) {
        var reversed = JSONObject()
        for member in object(count).members.reversed() { reversed[member.key] = member.value }
        #expect(reversed == object(count))
        reversed["k0"] = "other"
        #expect(reversed != object(count))
        reversed["k0"] = nil
        #expect(reversed != object(count))
        reversed["other"] = 0
        #expect(reversed != object(count))
    }

    @Test func kindsAreNeverEqualToEachOther() {
        let all: [JSON] = [
            nil, true, 1, .double(1), .bigInteger("1"), "1", [1], ["1": 1], [], [:], "", false, 0,
        ]
        for (at, left) in all.enumerated() {
            for (other, right) in all.enumerated() { #expect((left == right) == (at == other)) }
        }
        #expect(JSON.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test func looksInsideOnlyWhatIsThere() {
        let tree: JSON = ["a": [1, "x", true, nil]]
        #expect(tree["a"]?.arrayValue?.first?.integerValue == 1)
        #expect(tree["a"]?.arrayValue?[1].stringValue == "x")
        #expect(tree["a"]?.arrayValue?[2].boolValue == true)
        #expect(tree["a"]?["b"] == nil)
        #expect(tree["b"] == nil)
        #expect(tree.integerValue == nil && tree.stringValue == nil && tree.boolValue == nil)
        #expect(JSON.bigInteger("99999999999999999999").integerValue == nil)
    }
}
