import Foundation
import TestSupport
import Testing

/// A long input, which several threads draw, gives what one core gives, which draws without threads.
@Suite struct StreamingTests {
    /// What stands between the matches of a long input.
    struct Case: CustomTestStringConvertible {
        let name: String
        var arguments: [String] = ["--format", "json"]
        /// Values by the number of the match that they follow.
        var others: [Int: String] = [:]
        var isList = false
        var testDescription: String { name }
    }

    private static let event =
        #"{"key":"2099a","event_code":"a","name":"A Cup","playoff_type":10}"#
    private static let source =
        #"{"retrieved":{"source":"T","address":"https://t","age_seconds":9,"is_stored":true}}"#
    private static let insights = #"{"key":"2099a","qual":{"a":1},"playoff":null}"#
    private static let broken = #"{"key": 07}"#
    /// A problem here and there, some of them beside each other.
    private static let problems = Dictionary(
        uniqueKeysWithValues: [70, 400, 401, 402, 777, 799].map { ($0, broken) })

    /// Problems and matches in turn, each so long that it is a batch of its own.
    private static let alternating: String = {
        let text = String(repeating: "x", count: 100_000)
        let match =
            #"{"key":"2099a_qm801","event_key":"2099a","score_breakdown":"#
            + #"{"red":{"text":"\#(text)"},"blue":{"text":""}}}"#
        let values = [#"{"key": 07, "text": "\#(text)"}"#, match]
        return (values + values + values).joined(separator: "\n")
    }()

    static let cases = [
        Case(name: "JSON"),
        Case(name: "text", arguments: []),
        Case(name: "Markdown", arguments: ["--format", "markdown"]),
        Case(name: "lines of CSV", arguments: ["--format", "csv"]),
        Case(name: "a wide table", arguments: ["--format", "csv", "--wide"]),
        Case(name: "a page", arguments: ["--format", "html"]),
        Case(name: "summaries", arguments: ["--format", "summary"]),
        Case(name: "a list", isList: true),
        Case(name: "broken lines", others: problems),
        Case(name: "broken lines as text", arguments: [], others: problems),
        Case(name: "broken elements of a list", others: problems, isList: true),
        Case(name: "a problem before each batch of a thread", others: [400: alternating]),
        Case(
            name: "more problems than are told",
            others: Dictionary(
                uniqueKeysWithValues: stride(from: 300, to: 780, by: 7).map { ($0, broken) })),
        Case(
            name: "a value without an end", others: [500: #"{"key": "2099a_qm1", "alliances": {"#]),
        Case(
            name: "an event between its matches", arguments: [],
            others: [300: event, 500: source, 700: #"{"retrieved":null}"#]),
        Case(
            name: "insights in a CSV of matches", arguments: ["--format", "csv"],
            others: [500: insights, 501: insights]),
        Case(name: "insights between matches", arguments: [], others: [500: insights]),
        Case(
            name: "only some matches",
            arguments: ["--match", "2099a_qm17", "--match", "2099a_qm700"]),
        Case(
            name: "a bundle that cannot be used", arguments: ["--bundles", "BUNDLES", "--strict"]),
    ]

    /// The number of matches; with their texts they have several times what starts the threads.
    private static let count = 800

    /// Matches of many lengths, so that each batch and each piece of input has another number of them.
    private static func input(_ example: Case) -> String {
        var random = UInt64(17)
        var values: [String] = []
        for number in 1...count {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let length = Int(random >> 48) % (number % 50 == 0 ? 20_000 : 1_200)
            let text = String(repeating: "é", count: length / 2)
            // A season that nobody describes, and one with a description.
            let year = number % 3 == 0 ? 2024 : 2099
            values.append(
                #"{"key":"\#(year)a_qm\#(number)","comp_level":"qm","match_number":\#(number),"#
                    + #""event_key":"\#(year)a","score_breakdown":{"red":{"a":\#(number),"#
                    + #""text":"\#(text)"},"blue":{"a":2,"text":""}}}"#)
            if let other = example.others[number] { values.append(other) }
        }
        return example.isList
            ? "[\(values.joined(separator: ",\n"))]\n" : values.joined(separator: "\n") + "\n"
    }

    /// Two cores, without which the program starts no threads.
    static var hasTwoCores: Bool { ProcessInfo.processInfo.activeProcessorCount > 1 }

    @Test(.enabled(if: hasTwoCores, "this machine has one core"), arguments: cases)
    func allCoresPrintWhatOnePrints(_ example: Case) throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "2024/match.json")
        let arguments = example.arguments.map { $0 == "BUNDLES" ? folder.path : $0 }
        let input = Self.input(example)
        let environment = ["BUNDLE_AGENT_STATE": "/nowhere"]
        let one = try Program.run(
            "/usr/bin/taskset", ["--cpu-list", "0", Program.path(of: "breakdown")] + arguments,
            input: input, environment: environment)
        let all = try Program.run("breakdown", arguments, input: input, environment: environment)
        #expect(one.output.utf8.count > 100 && all.output == one.output)
        #expect(all.messages == one.messages)
        #expect(all.status == one.status)
    }

    @Test(.needs(programs: "python3")) func memoryDoesNotGrowWithTheNumberOfMatches() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.input(Case(name: "JSON")), to: "matches")
        let kilobytes = try [2, 12].map { times in
            let result = try Program.run(
                "/usr/bin/python3",
                [
                    "-c", Self.measure, Program.path(of: "breakdown"), folder["matches"],
                    "\(times)",
                ])
            return try #require(Int(result.output.filter(\.isNumber)), "\(result.messages)")
        }
        #expect(kilobytes[1] < kilobytes[0] + 4_096, "\(kilobytes)")
    }

    @Test(.needs(programs: "python3")) func valuesThatAreNoMatchesAreCountedAndNotKept() throws {
        let folder = try TemporaryDirectory()
        // No later value gets the storage of a long one.
        let long = "\"" + String(repeating: "x", count: 500_000) + "\"\n"
        try folder.write(long + String(repeating: "1\n", count: 50_000), to: "matches")
        let results = try [2, 12].map { times in
            try Program.run(
                "/usr/bin/python3",
                [
                    "-c", Self.measure, Program.path(of: "breakdown"), folder["matches"],
                    "\(times)",
                ])
        }
        let kilobytes = try results.map { try #require(Int($0.output.filter(\.isNumber))) }
        #expect(kilobytes[1] < kilobytes[0] + 4_096, "\(kilobytes)")
        #expect(kilobytes[1] < 65_536, "\(kilobytes)")
        let messages = results[1].messages.split(separator: "\n")
        #expect(messages.count == 21)
        #expect(messages.last == "breakdown: 100002 more problems")
    }

    /// Sends a file several times, and prints the most memory that the program had.
    private static let measure = """
        import os, subprocess, sys
        program, path, times = sys.argv[1:]
        child = subprocess.Popen(
            [program, "--format", "json"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(int(times)):
            child.stdin.write(open(path, "rb").read())
        child.stdin.close()
        print(os.wait4(child.pid, 0)[2].ru_maxrss)
        """

    @Test(.needs(programs: "python3")) func allThatCameIsShownBeforeMoreComes() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.input(Case(name: "JSON")), to: "matches")
        let result = try Program.run(
            "/usr/bin/python3",
            ["-c", Self.talk, Program.path(of: "breakdown"), folder["matches"], "\(Self.count)"])
        #expect(result.output == "\(Self.count) 1 1\n", "\(result.messages)")
    }

    /// Sends many matches and then single ones; prints how many came back before the next were sent.
    private static let talk = """
        import os, select, subprocess, sys, threading
        program, path, count = sys.argv[1:]
        child = subprocess.Popen(
            [program, "--format", "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

        def lines(wanted):
            text = b""
            while text.count(b"\\n") < wanted and select.select([child.stdout], [], [], 60)[0]:
                text += os.read(child.stdout.fileno(), 65536)
            return text.count(b"\\n")

        def send(data):
            while data:
                data = data[child.stdin.write(data):]

        many = threading.Thread(target=send, args=(open(path, "rb").read(),))
        many.start()
        shown = [lines(int(count))]
        many.join()
        for _ in range(2):
            send(b'{"key":"2099z_qm1"}\\n')
            shown.append(lines(1))
        child.stdin.close()
        print(*shown)
        """

    /// A line before the first match spoils only itself, however the input comes.
    @Test(.needs(programs: "python3"), arguments: ["Fetching\n", "\u{FEFF}"])
    func thePiecesOfAnInputDecideNothing(
        _ begin: String
    ) throws {
        let folder = try TemporaryDirectory()
        try folder.write(begin, to: "begin")
        try folder.write(#"{"key":"2099z_qm1","score_breakdown":null}"# + "\n", to: "match")
        let result = try Program.run(
            "/usr/bin/python3",
            ["-c", Self.pieces, Program.path(of: "breakdown"), folder["begin"], folder["match"]])
        #expect(result.output.contains("2099z_qm1"), "\(result.messages)")
    }

    /// Sends each byte of the first file when the one before was read, then the second file.
    private static let pieces = """
        import array, fcntl, subprocess, sys, termios
        program, begin, match = sys.argv[1:]
        child = subprocess.Popen(
            [program, "--format", "json"], stdin=subprocess.PIPE, bufsize=0)

        def waiting():
            left = array.array("i", [0])
            fcntl.ioctl(child.stdin.fileno(), termios.FIONREAD, left)
            return left[0]

        for byte in open(begin, "rb").read():
            child.stdin.write(bytes([byte]))
            while waiting() and child.poll() is None:
                pass
        child.stdin.write(open(match, "rb").read())
        child.stdin.close()
        child.wait()
        """

    @Test func aReaderThatGoesAwayEndsAllThreads() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.input(Case(name: "JSON")), to: "matches")
        let result = try Program.run(
            "/bin/bash",
            [
                "-c",
                "while cat \"$1\"; do :; done | { \"$0\" --format json; echo $? >&2; } "
                    + "| head -n 1000 > /dev/null",
                Program.path(of: "breakdown"), folder["matches"],
            ])
        #expect(result.messages.hasPrefix("0\n"), "\(result.messages)")
    }
}
