import Foundation
import TestSupport
import Testing

@testable import breakdown

/// A person's defaults, and what is said about a file that cannot be used.
@Suite struct DefaultsFileTests {
    @Test func everyKeyIsRead() throws {
        let file = try DefaultsFile(
            "# mine\n\n width=90 # columns\nascii = yes\r\ncolor = always\ntheme = quiet\npager = no",
            path: "f")
        #expect(
            Appearance.Wish().completed(by: file)
                == Appearance.Wish(
                    width: 90, ascii: true, colour: .always, theme: .quiet, pager: false))
        let asked = Appearance.Wish(width: 50, colour: .never, theme: .dark, pager: true)
        #expect(asked.completed(by: file).width == 50)
        #expect(asked.completed(by: file).colour == .never)
        #expect(asked.completed(by: file).pager == true)
    }

    @Test(arguments: [
        ("width = 3", "f:1: width: expected 20 to 1000, found '3'"),
        ("\n\ncolour = never", "f:3: expected one of the keys ascii, color, pager, theme, width"),
        ("color", "f:1: expected 'key = value'"), ("color = red", "f:1: color: expected auto"),
        ("pager = 1", "f:1: pager: expected yes or no, found '1'"),
        ("theme = ", "f:1: theme: expected auto, light, dark, quiet, found ''"),
        ("ascii = no\nascii = no", "f:2: 'ascii' is set twice"),
    ])
    func aLineThatCannotBeUsedIsNamed(_ text: String, _ problem: String) {
        do throws(DefaultsFile.Problem) {
            _ = try DefaultsFile(text, path: "f")
            Issue.record("read")
        } catch {
            #expect("\(error)".hasPrefix(problem), "\(error)")
            #expect("\(error)".hasSuffix("; correct or remove this line"))
        }
    }

    @Test func theFileIsForTextAlone() throws {
        let folder = try TemporaryDirectory()
        try folder.write("theme = \u{1B}[1m\n", to: "match-bundles/breakdown.conf")
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let match = #"{"key":"2099a_qm1"}"#
        let text = try Program.run("breakdown", input: match, environment: environment)
        #expect(text.status == 64)
        #expect(text.messages.contains("breakdown.conf:1: theme: expected"))
        #expect(!text.messages.contains("\u{1B}"))
        let json = try Program.run(
            "breakdown", ["--format", "json"], input: match, environment: environment)
        #expect(json.status == 0)
    }
}
