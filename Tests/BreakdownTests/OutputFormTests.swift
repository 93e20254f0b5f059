import BreakdownRenderer
import Foundation
import TestSupport
import Testing

/// The forms of output that are about several matches, and those that keep a limit.
@Suite struct OutputFormTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        var status: Int32 = 0
        var lines: [String] = []
        var messages = ""
        var testDescription: String { name }
    }

    private static func match(_ key: String, _ red: Int, _ blue: Int) -> String {
        """
        {"key":"\(key)","comp_level":"qm","match_number":1,"alliances":{
         "red":{"score":\(red),"team_keys":["frc1"]},"blue":{"score":\(blue),"team_keys":["frc2"]}},
         "score_breakdown":{"red":{"aPoints":\(red),"rp":2,"word":"=1+1"},
         "blue":{"aPoints":\(blue),"rp":0,"word":"x"}}}
        """
    }

    private static let input =
        match("2098a_qm1", 7, 9) + match("2098a_qm2", 7, 3) + match("2099a_qm1", 1, 1)
    private static let insights = #"{"key":"2098a","qual":{"a":1},"playoff":null}"#

    static let cases = [
        Case(
            name: "several matches", arguments: ["--match", "2098a_qm2", "--match", "2099a_qm1"],
            lines: ["2098a · Qualification 1", "2099a · Qualification 1"]),
        Case(
            name: "several matches, one is not there",
            arguments: ["--match", "2098a_qm2", "--match", "x"], status: 1,
            lines: ["2098a · Qualification 1"], messages: "expected a match with the key x"),
        Case(
            name: "two alliances", arguments: ["--compare", "2098a_qm1:red", "2098a_qm2:red"],
            lines: [
                "2098a_qm1 red and 2098a_qm2 red", "│             7 │     Score      │ 7",
                "No row differs.",
            ]),
        Case(
            name: "two matches", arguments: ["--compare", "2098a_qm1", "2098a_qm2"],
            lines: [
                "│     7 : 9 │    ≠ Score     │ 7 : 3", "≠ marks the rows that differ: 2.",
            ]),
        Case(
            name: "a half that is not there", arguments: ["--compare", "2098a_qm1", "x"], status: 1,
            messages: "expected a match with the key x"),
        Case(
            name: "one half", arguments: ["--compare", "2098a_qm1"], status: 64,
            messages: "--compare: expected two keys"),
        Case(
            name: "a match and an alliance", arguments: ["--compare", "a", "b:red"], status: 64,
            messages: "expected two matches or two alliances"),
        Case(
            name: "a third side", arguments: ["--compare", "a:red", "b:green"], status: 64,
            messages: "found b:green"),
        Case(
            name: "long form", arguments: ["--format", "csv", "--match", "2098a_qm1"],
            lines: [
                "key,side,table,label,kind,text,number,raw\r", "2098a_qm1,red,,score,fact,7,7,\r",
                "2098a_qm1,blue,,ranking_points,fact,0,0,\r",
                "2098a_qm1,red,,A Points,subtotal,7,7,7\r",
                "2098a_qm1,red,,Word,plain,'=1+1,,'=1+1\r",
            ]),
        Case(
            name: "wide form",
            arguments: ["--format", "csv", "--wide", "--match", "2098a_qm1"],
            lines: [
                "key,side,season,event,level,match,winner,score,ranking_points,team_1",
                "2098a_qm1,red,2098,2098a,qm,Qualification 1,blue,7,2,1",
            ]),
        Case(
            name: "wide form of two seasons", arguments: ["--format", "csv", "--wide"], status: 1,
            lines: ["2098a_qm2,blue"],
            messages: "2099a_qm1: --wide: expected a match of 2098"),
        Case(
            name: "wide form of a table", arguments: ["--wide"], status: 64,
            messages: "--wide: expected --format csv"),
        Case(
            name: "a summary", arguments: ["--summary", "--match", "2098a_qm1"],
            lines: ["```", "   RED 7   Blue wins    9 BLUE ★", "       2 Ranking Points 0"]),
    ]

    @Test(arguments: cases)
    func answers(_ example: Case) throws {
        let result = try Program.run(
            "breakdown", example.arguments, input: Self.input,
            environment: ["BUNDLE_AGENT_STATE": "/nowhere", "LANG": "C.UTF-8"])
        #expect(result.status == example.status, "\(result.messages)")
        for line in example.lines { #expect(result.output.contains(line), "\(result.output)") }
        if example.messages.isEmpty {
            #expect(result.messages.isEmpty)
        } else {
            #expect(result.messages.contains(example.messages), "\(result.messages)")
        }
    }

    @Test(arguments: [[], ["--wide"]])
    func matchesAndInsightsShareNoFileOfCSV(_ extra: [String]) throws {
        for (input, words) in [
            (Self.insights + Self.match("2098a_qm1", 1, 2), "expected only insights in CSV"),
            (Self.match("2098a_qm1", 1, 2) + Self.insights, "expected only matches in CSV"),
        ] {
            let result = try Program.run("breakdown", ["--format", "csv"] + extra, input: input)
            #expect(result.status == 1)
            #expect(result.messages.contains(words), "\(result.messages)")
            #expect(result.output.components(separatedBy: "key,side,").count == 2)
        }
    }

    /// Each match has columns of its own, so the table grows with the square of the matches.
    @Test(.needs(programs: "python3"))
    func aWideTableHasALimitThatCountsEachColumnInEachLine() throws {
        let folder = try TemporaryDirectory()
        let matches = (1...480).map { number in
            let cells = (0..<400).map { "\"k\(number)_\($0)\":1" }.joined(separator: ",")
            return "{\"key\":\"2050x_qm\(number)\",\"score_breakdown\":"
                + "{\"red\":{\(cells)},\"blue\":{\(cells)}}}"
        }
        try folder.write(matches.joined(separator: "\n"), to: "matches")
        let result = try Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import os, subprocess, sys
                child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
                _, status, used = os.wait4(child.pid, 0)
                print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
                """, Program.path(of: "breakdown"), "--format", "csv", "--wide",
                folder["matches"],
            ])
        let numbers = result.output.split(separator: " ").compactMap {
            Int($0.filter(\.isNumber))
        }
        try #require(numbers.count == 2, "\(result.messages)")
        #expect(numbers[0] == 1)
        #expect(numbers[1] < 300_000, "\(numbers[1]) kB")
        #expect(result.messages.contains("--wide: expected at most 256 MB"), "\(result.messages)")
        #expect(result.messages.contains("leave --wide out"))
    }

    @Test(
        .enabled(if: Checkout.shared != nil, "the workshop's matches are not beside this checkout"),
        arguments: [2015, 2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026])
    func everySummaryFitsAMessage(_ year: Int) throws {
        let shared = try #require(Checkout.shared)
        let result = try Program.run("breakdown", ["--summary", "\(shared)/matches/\(year).json"])
        let blocks = result.output.components(separatedBy: "\n```\n\n")
        #expect(blocks.count > 50)
        for block in blocks {
            #expect(block.unicodeScalars.count <= SummaryFormatter.codePointsMax - 5)
            #expect(block.hasPrefix("```\n"))
        }
    }
}
