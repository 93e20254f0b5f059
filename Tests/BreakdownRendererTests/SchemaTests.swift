import Foundation
import JSON
import Testing
import TestSupport

@testable import BreakdownRenderer

/// `docs/description.schema.json` says to editors what the decoder says to everybody.
@Suite struct SchemaTests {
    /// A part of a description, and all of its keys that can stand beside each other.
    struct Level: CustomTestStringConvertible {
        /// Where the schema describes it.
        let definition: String
        /// Its members in a good description, as JSON.
        let members: String
        /// A description around it; `@` stands for the part.
        let around: String
        /// Keys that the decoder knows here only to say something better than "unknown".
        var known: Set<String> = []

        var testDescription: String { around }
    }

    private static let rowMembers =
        #""label": "x", "kind": "total", "each": [1], "needs": "a", "unless": "b", "when": "true", "field": "a", "words": {"a": "b"}, "otherwise": "c", "default": "d", "mirror": true"#

    static let levels = [
        Level(
            definition: "description",
            members:
                #""format": 1, "title": "x", "applies": "true", "default": "d", "define": {"a": "1"}, "tables": [{"rows": [{"label": "x", "value": "1"}]}], "notes": [{"text": "x"}]"#,
            around: "@"),
        Level(
            definition: "alias", members: #""format": 1, "alias": 2020, "title": "x""#, around: "@"),
        Level(
            definition: "table",
            members: #""title": "x", "when": "true", "rows": [{"label": "x", "field": "a"}]"#,
            around: #"{"format": 1, "title": "x", "tables": [@]}"#),
        Level(
            definition: "row", members: rowMembers,
            around: #"{"format": 1, "title": "x", "tables": [{"rows": [@]}]}"#, known: ["rows"]),
        Level(
            definition: "group",
            members:
                #""label": "x", "needs": "a", "unless": "b", "when": "true", "rows": [{"label": "x", "field": "a"}]"#,
            around: #"{"format": 1, "title": "x", "tables": [{"rows": [@]}]}"#),
        Level(
            definition: "row", members: rowMembers,
            around:
                #"{"format": 1, "title": "x", "tables": [{"rows": [{"label": "x", "rows": [@]}]}]}"#
        ),
        Level(
            definition: "case", members: #""when": "true", "text": "x""#,
            around:
                #"{"format": 1, "title": "x", "tables": [{"rows": [{"label": "x", "cases": [@]}]}]}"#
        ),
        Level(
            definition: "note",
            members: #""text": "x", "when": "true", "needs": "a", "unless": "b""#,
            around:
                #"{"format": 1, "title": "x", "tables": [{"rows": [{"label": "x", "field": "a"}]}], "notes": [@]}"#
        ),
    ]

    /// The decoder names the keys it knows where it meets one that is like none of them.
    @Test(arguments: levels) func hasTheDecodersKeys(_ level: Level) throws {
        let stranger = String(repeating: "q", count: 41)
        let findings = try Self.findings(level, level.members + ", \"\(stranger)\": 1")
        #expect(findings.count == 1)
        let remedy = try #require(findings.first?.remedy)
        let known = Set(remedy.replacing("known keys: ", with: "").split(separator: ", "))
        let definition = try Self.definition(level.definition)
        let described = Set(definition["properties"]?.objectValue?.keys.map { $0[...] } ?? [])
        #expect(known.subtracting(level.known.map { $0[...] }) == described)
        #expect(definition["additionalProperties"] == false)
    }

    @Test(arguments: levels) func requiresWhatTheDecoderRequires(_ level: Level) throws {
        #expect(try Self.findings(level, level.members) == [])
        let members = try #require(
            try JSON.parse(Array("{\(level.members)}".utf8), limits: .match).objectValue)
        let definition = try Self.definition(level.definition)
        var required = Set(definition["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        // Of a row's ways to say what it shows, the example has this one.
        if level.definition == "row" { required.insert("field") }
        // Without it, it would be another level.
        for key in members.keys
        where !["alias", "rows"].contains(key) || level.definition == "table" {
            var rest = members
            rest[key] = nil
            let text = JSON.object(rest).text().dropFirst().dropLast()
            let isRefused = try !Self.findings(level, String(text)).isEmpty
            #expect(isRefused == required.contains(key), "without \(key)")
        }
    }

    @Test func everyKeyExplainsItself() throws {
        let definitions = try #require(try Self.schema()["$defs"]?.objectValue)
        for (name, definition) in definitions.members.map({ ($0.key, $0.value) }) {
            for member in definition["properties"]?.objectValue?.members ?? [] {
                var text = member.value["description"]?.stringValue
                if let reference = member.value["$ref"]?.stringValue, text == nil {
                    let target = String(reference.dropFirst("#/$defs/".count))
                    text = definitions[target]?["description"]?.stringValue
                }
                #expect(text?.hasSuffix(".") == true, "\(name): \(member.key)")
            }
        }
    }

    /// What the decoder says to a description with these members at a level.
    private static func findings(_ level: Level, _ members: String) throws -> [DescriptionFinding] {
        let text = level.around.replacing("@", with: "{\(members)}")
        let json = try JSON.parse(Array(text.utf8), limits: .match)
        do throws(DescriptionErrors) {
            guard try DescriptionAlias.decode(json) == nil else { return [] }
            _ = try Description.decode(json)
            return []
        } catch {
            return error.findings
        }
    }

    private static func definition(_ name: String) throws -> JSON {
        try #require(try schema()["$defs"]?[name])
    }

    private static func schema() throws -> JSON {
        let path = Checkout.path("docs/description.schema.json")
        return try JSON.parse(Array(try Data(contentsOf: URL(filePath: path))), limits: .file)
    }
}
