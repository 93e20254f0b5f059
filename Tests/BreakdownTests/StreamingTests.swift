import Foundation
import TestSupport
import Testing

/// Long inputs, which come in pieces.
@Suite struct StreamingTests {
    private static let count = 800

    /// Matches of many lengths, so that each piece of input has another number of them.
    private static let input: String = {
        var random = UInt64(17)
        var values: [String] = []
        for number in 1...count {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let length = Int(random >> 48) % (number % 50 == 0 ? 20_000 : 1_200)
            let text = String(repeating: "é", count: length / 2)
            // A season without a description, and one with it.
            let year = number % 3 == 0 ? 2024 : 2099
            values.append(
                #"{"key":"\#(year)a_qm\#(number)","comp_level":"qm","match_number":\#(number),"#
                    + #""event_key":"\#(year)a","score_breakdown":{"red":{"a":\#(number),"#
                    + #""text":"\#(text)"},"blue":{"a":2,"text":""}}}"#)
        }
        return values.joined(separator: "\n") + "\n"
    }()

    @Test(.needs(programs: "python3")) func memoryDoesNotGrowWithTheNumberOfMatches() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.input, to: "matches")
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
        try folder.write(Self.input, to: "matches")
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

    @Test func aReaderThatGoesAwayEndsTheProgram() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.input, to: "matches")
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
