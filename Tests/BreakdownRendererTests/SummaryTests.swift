import BreakdownRenderer
import Testing

/// Which rows a summary has, and what it does with cells that are wide.
@Suite struct SummaryTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let red: String
        let blue: String
        let lines: [String]
    }

    static let cases = [
        Case(
            testDescription: "words that do not fit go on below",
            red: "Cheval De Frise Cross", blue: "2",
            lines: [
                "Cheval De Frise        A       2", "          Cross",
            ]),
        Case(testDescription: "a cell fits", red: "1", blue: "2", lines: ["1        A       2"]),
        Case(testDescription: "a drawing is left out", red: "◉ ·", blue: "· ·", lines: []),
        Case(testDescription: "a row without a difference", red: "1", blue: "1", lines: []),
        Case(
            testDescription: "signs of robots stay", red: "✓ ✗ ✓", blue: "✗ ✗ ✗",
            lines: ["✓ ✗ ✓        A       ✗ ✗ ✗"]),
    ]

    @Test(arguments: cases) func summary(_ example: Case) throws {
        try check(example.red, example.blue, example.lines)
    }

    /// No team's number is cut, however wide the column of teams is.
    @Test func teamsAreWhole() throws {
        let text = SummaryFormatter().format(
            try Sample.render(rows: #"{"label": "A", "field": "a"}"#, red: #"{"a": 1}"#))
        for team in ["254", "9971B", "1", "27", "1114", "2056"] { #expect(text.contains(team)) }
        #expect(!text.contains("…"))
    }

    /// Compares the lines below the heading, without their indent.
    private func check(_ red: String, _ blue: String, _ lines: [String]) throws {
        let rendered = try Sample.render(
            rows: #"{"label": "A", "field": "a"}"#, red: #"{"a": "\#(red)"}"#,
            blue: #"{"a": "\#(blue)"}"#)
        let text = SummaryFormatter().format(rendered)
        let parts = text.split(separator: "\n\n", maxSplits: 1)
        let body = parts.count == 2 ? parts[1] : ""
        let found = body.split(separator: "\n").filter { $0 != "```" }.map(String.init)
        #expect(found.map(trimmed) == lines.map(trimmed), "\(text)")
    }

    private func trimmed(_ line: String) -> String {
        line.split(separator: " ").joined(separator: " ")
    }
}
