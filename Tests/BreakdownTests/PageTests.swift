import Foundation
import TestSupport
import Testing

/// Whole documents of each form, as the program prints them.
///
/// Each `Pages/<name>.json` is an input, and `Pages/<name>.<ending>` what is printed for it.
/// `UPDATE_EXPECTED=1 swift test` rewrites these; read the difference before it is committed.
@Suite struct PageTests {
    struct Page: CustomTestStringConvertible {
        let name: String
        let ending: String
        let format: String
        var testDescription: String { "\(name).\(ending)" }
    }

    private static let formats = [
        ("txt", "text"), ("md", "markdown"), ("html", "html"), ("csv", "csv"),
        ("svg", "svg"),
    ]

    private static let folder = Checkout.path("Tests/BreakdownTests/Pages")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .sorted()
    }()

    static let pages = names.flatMap { name in
        formats.map { Page(name: name, ending: $0, format: $1) }
    }

    @Test func pagesAreFound() {
        #expect(Self.names.count >= 3)
    }

    @Test(arguments: pages)
    func isPrintedAsApproved(_ page: Page) throws {
        let result = try print(page.name, as: page.format)
        #expect(result.status == 0)
        #expect(result.messages.isEmpty)
        let path = "\(Self.folder)/\(page.name).\(page.ending)"
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
            try result.output.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(result.output == (try String(contentsOfFile: path, encoding: .utf8)))
    }

    @Test(arguments: names, ["text", "markdown", "html", "json", "csv", "svg", "summary"])
    func attackTerminalControlsAreNotObeyed(_ name: String, _ format: String) throws {
        for extra in [[], ["--ascii"], ["--width", "30"]] {
            let result = try print(name, as: format, extra)
            let obeyed = result.output.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n" && !(format == "csv" && scalar == "\r")
                case .lineSeparator, .paragraphSeparator: true
                case .format: scalar.value != 0x200C && scalar.value != 0x200D
                default: false
                }
            }
            #expect(obeyed.isEmpty, "\(obeyed)")
        }
    }

    @Test func oneHTMLPageHoldsEveryMatch() throws {
        let input = try String(contentsOfFile: "\(Self.folder)/attack.json", encoding: .utf8)
        let result = try Program.run("breakdown", ["--format", "html"], input: input + input)
        #expect(result.output.components(separatedBy: "<!DOCTYPE html>").count == 2)
        #expect(result.output.components(separatedBy: "<article").count == 3)
        #expect(result.output.hasSuffix("</html>\n"))
        #expect(try Program.run("breakdown", ["--format", "html"], input: "[]").output.isEmpty)
    }

    private func print(
        _ name: String, as format: String, _ extra: [String] = []
    ) throws -> Program.Result {
        try Program.run(
            "breakdown",
            [
                "\(Self.folder)/\(name).json", "--format", format, "--bundles",
                "\(Self.folder)/bundles",
            ] + extra, environment: ["BUNDLE_AGENT_STATE": "/nowhere"])
    }
}
