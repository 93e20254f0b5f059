import Platform
import Testing

/// The one form of a command line that programs read without ArgumentParser.
@Suite struct PlainArgumentsTests {
    struct Case: CustomTestStringConvertible {
        let line: String
        /// What is read, as `--flag=value` and words; nil for every other form.
        let read: [String]?
        var testDescription: String { line }
    }

    static let cases = [
        Case(line: "", read: []),
        Case(line: "a.json b.json", read: ["a.json", "b.json"]),
        Case(line: "--a 1 --b 2", read: ["--a=1", "--b=2"]),
        Case(line: "--a 1 --a 2 word", read: ["--a=1", "--a=2", "word"]),
        Case(line: "word --a 1", read: nil),
        Case(line: "--a", read: nil),
        Case(line: "--a --b 1", read: nil),
        Case(line: "--a -1", read: nil),
        Case(line: "-", read: nil),
        Case(line: "a.json -", read: nil),
        Case(line: "-- a.json", read: ["--=a.json"]),
    ]

    @Test(arguments: cases) func reads(_ example: Case) {
        let plain = PlainArguments(example.line.split(separator: " ").map(String.init)[...])
        let read = plain.map { $0.options.map { "\($0.flag)=\($0.value)" } + $0.words }
        #expect(read == example.read)
    }

    @Test func emptyArgumentsAreNotPlain() {
        #expect(PlainArguments([""]) == nil)
        #expect(PlainArguments(["--a", ""]) == nil)
        #expect(PlainArguments(["word", ""]) == nil)
    }
}
