@testable import BreakdownRenderer
import Foundation
import JSON
import Testing

/// Whole pages, as they are written.
///
/// Each `Scenes/<name>.json` is a match or insights, a description and options, and `Scenes/<name>.txt` what is
/// written. `UPDATE_EXPECTED=1 swift test` rewrites the texts; read the difference before it is
/// committed.
@Suite struct SceneTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenes")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .sorted()
    }()

    @Test func scenesAreFound() {
        #expect(Self.names.count >= 10)
    }

    @Test(arguments: names)
    func matchesItsText(_ name: String) throws {
        let scene = try JSON.parse([UInt8](Data(contentsOf: file("\(name).json"))))
        let text = try render(scene)
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
            try Data(text.utf8).write(to: file("\(name).txt"))
        }
        let expected = try String(contentsOf: file("\(name).txt"), encoding: .utf8)
        #expect(text == expected)
        let width = Int(scene["width"]?.integerValue ?? 80)
        for line in text.split(separator: "\n") where scene["fits"]?.boolValue ?? true {
            #expect(columns(line) <= width, "\(line)")
        }
    }

    private func file(_ name: String) -> URL { Self.folder.appendingPathComponent(name) }

    private func render(_ scene: JSON) throws -> String {
        let rendered = try rendered(scene)
        if scene["format"] == "json" {
            let bundle = Provenance(year: rendered.year, version: "0123456789ab", origin: "folder")
            return JSONFormatter().format(rendered, bundle: rendered.isGeneric ? nil : bundle)
        }
        return TextFormatter(
            width: Int(scene["width"]?.integerValue ?? 80),
            ascii: scene["ascii"]?.boolValue ?? false,
            colour: scene["colour"]?.boolValue ?? false
        ).format(rendered)
    }

    private func rendered(_ scene: JSON) throws -> RenderedBreakdown {
        let subject = scene["insights"] == nil ? Subject.match : .insights
        let description = try scene["description"].map { try Description.decode($0, of: subject) }
        if let insights = scene["insights"] {
            return Renderer().render(try EventInsights.decode(insights), with: description)
        }
        return Renderer().render(try Match.decode(try #require(scene["match"])), with: description)
    }

    /// The columns of a line without its colours; JSON lines have no width to keep.
    private func columns(_ line: Substring) -> Int {
        guard !line.hasPrefix("{") else { return 0 }
        return DisplayWidth.of(String(line).replacing(/\u{1B}\[[0-9;]*m/, with: ""))
    }
}
