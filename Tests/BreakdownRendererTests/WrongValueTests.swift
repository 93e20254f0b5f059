import BreakdownRenderer
import Foundation
import JSON
import Testing

/// Attacks by shape: every value of a real match and of a description, replaced in turn by some of the other kinds, gives
/// an error or a table, never a crash.
@Suite struct WrongValueTests {
    private static let strangers: [JSON] = [
        nil, true, 7, -1, .bigInteger("99999999999999999999"), .double(1e300), "", "{", "x.y\u{1B}",
        [], [[]], ["red", nil], [:], ["a": ["b": nil]],
    ]

    /// A scene that uses much of the language, one of insights among them.
    private func scene(_ name: String) throws -> (subject: Subject, data: JSON, description: JSON) {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scenes/\(name).json")
        let scene = try JSON.parse([UInt8](Data(contentsOf: file)))
        let description = try #require(scene["description"])
        if let insights = scene["insights"] { return (.insights, insights, description) }
        return (.match, try #require(scene["match"]), description)
    }

    private func render(
        _ data: JSON, _ subject: Subject, _ description: Description
    ) throws -> RenderedBreakdown {
        switch subject {
        case .match: Renderer().render(try Match.decode(data), with: description)
        case .insights:
            Renderer().render(try EventInsights.decode(data, year: 2018), with: description)
        }
    }

    static let scenes = ["described", "drawings", "insights"]

    /// The trees with one value replaced that a stranger is tried in: the whole, and every fifth from its own start.
    ///
    /// So each value meets three strangers, each stranger a fifth of all values, and neighbours meet others.
    private func chosen(_ tree: JSON, _ index: Int) -> [JSON] {
        variants(tree, with: Self.strangers[index]).enumerated()
            .filter { at, _ in at == 0 || (at + index).isMultiple(of: 5) }.map(\.element)
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

    @Test(arguments: scenes, strangers.indices)
    func inTheData(_ name: String, _ index: Int) throws {
        let scene = try scene(name)
        let description = try Description.decode(scene.description, of: scene.subject)
        for variant in chosen(scene.data, index) {
            do {
                let rendered = try render(variant, scene.subject, description)
                #expect(rendered.problems.count <= 100)
                let text = TextFormatter(width: 60).format(rendered)
                #expect(!text.unicodeScalars.contains("\u{1B}"))
                let line = JSONFormatter().format(rendered, bundle: nil)
                #expect(try JSON.parse(line)["key"]?.stringValue == rendered.key)
            } catch let error as MatchError {
                #expect(!error.problem.isEmpty)
            }
        }
    }

    @Test(arguments: scenes, strangers.indices)
    func inADescription(_ name: String, _ index: Int) throws {
        let scene = try scene(name)
        for variant in chosen(scene.description, index) {
            do {
                let decoded = try Description.decode(variant, of: scene.subject)
                let rendered = try render(scene.data, scene.subject, decoded)
                #expect(!rendered.tables.isEmpty)
            } catch let error as DescriptionErrors {
                #expect(!error.findings.isEmpty)
                #expect(error.findings.allSatisfy { !$0.message.isEmpty })
            }
        }
    }
}
