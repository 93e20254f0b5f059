import Foundation
import TestSupport
import Testing

/// What happens on a real terminal: a pager, colours, pictures.
@Suite struct TerminalTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write(
            #"{"key":"2099a_qm1","score_breakdown":{"red":{"a":1},"blue":{"a":2}}}"#,
            to: "match.json")
    }

    private static let script = "/usr/bin/script"

    /// Runs the program under a terminal of so many lines; a pager writes what it gets to a file.
    private func run(lines: Int, _ options: String, pager: String? = nil) throws -> (
        screen: String, paged: String?
    ) {
        let paged = folder["paged"]
        let program = Program.path(of: "breakdown")
        let result = try Program.run(
            Self.script,
            [
                "-qec",
                "stty rows \(lines) cols 80; '\(program)' \(options) '\(folder["match.json"])'",
                "/dev/null",
            ],
            environment: [
                "PAGER": pager ?? "cat > '\(paged)'; echo paged", "TERM": "xterm",
                "LANG": "C.UTF-8",
                "SHELL": "/bin/sh",
            ])
        return (result.output, try? String(contentsOfFile: paged, encoding: .utf8))
    }

    @Test(.needs(.pseudoTerminal))
    func aTableThatIsTallerThanTheScreenGoesToThePager() throws {
        let tall = try run(lines: 5, "")
        #expect(tall.paged?.contains("2099 Score Breakdown") == true)
        #expect(tall.screen.contains("paged"))
        #expect(!tall.screen.contains("2099 Score Breakdown"))
    }

    @Test(
        .needs(.pseudoTerminal),
        arguments: [(50, "", nil), (5, "--no-pager", nil), (5, "", ""), (5, "", "cat")])
    func otherwiseItGoesToTheScreen(_ lines: Int, _ options: String, _ pager: String?) throws {
        let result = try run(lines: lines, options, pager: pager)
        #expect(result.paged == nil)
        #expect(result.screen.contains("2099 Score Breakdown"))
    }

    @Test(.needs(.pseudoTerminal))
    func aPictureIsNotWrittenToATerminal() throws {
        let result = try run(lines: 50, "--format png")
        #expect(result.screen.contains("expected a file for the picture"))
    }

    @Test func withoutARendererOneSentenceNamesThePackage() throws {
        let result = try Program.run(
            "breakdown", ["--format", "png", folder["match.json"]],
            environment: ["PATH": folder.path])
        #expect(result.status == 1)
        #expect(result.messages.contains("apt install librsvg2-bin"))
        #expect(result.messages.split(separator: "\n").count == 1)
    }

    @Test(.needs(programs: "rsvg-convert"))
    func aRendererOfTheSystemMakesThePicture() throws {
        let picture = folder["match.png"]
        let result = try Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" --format png \"$1\" > \"$2\"", Program.path(of: "breakdown"),
                folder["match.json"], picture,
            ])
        #expect(result.status == 0, "\(result.messages)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: picture))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    /// Runs the program with a renderer that is a script.
    private func draw(_ input: String, renderer: String, _ redirection: String = "") throws
        -> Program.Result
    {
        let script = folder["rsvg-convert"]
        try folder.write("#!/bin/sh\n\(renderer)\n", to: "rsvg-convert")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        return try Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" --format png \"$1\" \(redirection)",
                Program.path(of: "breakdown"), folder[input],
            ], environment: ["PATH": folder.path])
    }

    @Test func aRendererThatTakesTooLongIsEnded() throws {
        let result = try draw("match.json", renderer: "kill -STOP $$")
        #expect(result.status == 1)
        #expect(result.messages.contains("did not draw the picture within 10 seconds"))
        #expect(result.messages.contains("write --format svg"))
    }

    @Test func aPictureThatIsTooTallIsNotDrawn() throws {
        let cells = (0..<160).map { "\"k\($0)\":1" }.joined(separator: ",")
        let match = { (number: Int) in
            "{\"key\":\"2099a_qm\(number)\",\"score_breakdown\":"
                + "{\"red\":{\(cells)},\"blue\":{\(cells)}}}"
        }
        try folder.write((1...20).map(match).joined(separator: "\n"), to: "tall.json")
        let result = try draw("tall.json", renderer: "echo drawn")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("expected at most 16383 pixels of height, found "))
        #expect(result.messages.contains("choose fewer matches with --match"))
    }

    @Test func aPictureForAClosedOutputIsAnError() throws {
        let result = try draw("match.json", renderer: "exec /bin/cat", ">&-")
        #expect(result.status == 1)
        #expect(result.messages.contains("cannot write to standard output"))
    }
}
