import BreakdownRenderer
import Foundation
import JSON
import Testing

/// Attacks by shape: every value of a real match and of a description, replaced in turn by every
/// other kind, gives an error or a table, never a crash.
@Suite struct WrongValueTests {
    private static let strangers: [JSON] = [
        nil, true, 7, -1, .bigInteger("99999999999999999999"), .double(1e300), "", "{", "x.y\u{1B}",
        [], [[]], ["red", nil], [:], ["a": ["b": nil]],
    ]

    private func scene() throws -> (match: JSON, description: JSON) {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scenes/described.json")
        let scene = try JSON.parse([UInt8](Data(contentsOf: file)))
        return (try #require(scene["match"]), try #require(scene["description"]))
    }

    /// The tree with each of its values replaced, one at a time.
    private func variants(_ tree: JSON, with stranger: JSON) -> [JSON] {
        var variants = [stranger]
        switch tree {
        case .object(let object):
            for member in object.members {
                for inner in self.variants(member.value, with: stranger) {
                    var copy = object
                    copy[member.key] = inner
                    variants.append(.object(copy))
                }
            }
        case .array(let elements):
            for (at, element) in elements.enumerated() {
                for inner in self.variants(element, with: stranger) {
                    var copy = elements
                    copy[at] = inner
                    variants.append(.array(copy))
                }
            }
        default: break
        }
        return variants
    }

    @Test(arguments: strangers.indices)
    func inAMatch(_ index: Int) throws {
        let (match, json) = try scene()
        let description = try Description.decode(json)
        for variant in variants(match, with: Self.strangers[index]) {
            do {
                let decoded = try Match.decode(variant)
                let rendered = Renderer().render(decoded, with: description)
                #expect(rendered.problems.count <= 100)
                let text = TextFormatter(width: 60).format(rendered)
                #expect(!text.unicodeScalars.contains("\u{1B}"))
                let line = JSONFormatter().format(rendered, bundle: nil)
                #expect(try JSON.parse(line)["key"]?.stringValue == decoded.key)
            } catch let error as MatchError {
                #expect(!error.problem.isEmpty)
            }
        }
    }

    @Test(arguments: strangers.indices)
    func inADescription(_ index: Int) throws {
        let (json, description) = try scene()
        let match = try Match.decode(json)
        for variant in variants(description, with: Self.strangers[index]) {
            do {
                let decoded = try Description.decode(variant)
                let rendered = Renderer().render(match, with: decoded)
                #expect(!rendered.tables.isEmpty)
            } catch {
                #expect(!error.findings.isEmpty)
                #expect(error.findings.allSatisfy { !$0.message.isEmpty })
            }
        }
    }
}
