import Foundation
import TestSupport
import Testing

/// Each program has one file that writes to a terminal or a log, and nothing else does.
@Suite struct OutputTests {
    /// The files that write, and make what they write harmless.
    static let sinks: Set = [
        "Sources/breakdown/Output/Messages.swift", "Sources/breakdown/Output/Output.swift",
        "Sources/bundle-agent/Output/Console.swift", "Sources/bundle-publish/Console.swift",
        "Sources/match-fetch/Console.swift",
        // It draws a screen of lines that are harmless already.
        "Sources/Platform/FullScreen.swift",
    ]

    /// How Swift and C write to a terminal.
    static let ways = [
        #"(^|[^.\w])(debugPrint|dump|print|puts|perror|psignal|syslog|vprintf|printf)\("#,
        #"(^|[^.\w])(fputs|fputc|fwrite|fprintf|vfprintf)\("#,
        #"Swift\.print\(|FileHandle\.|OutputStream|/dev/tty|/dev/std"#,
        #"(^|[^.\w])(write|dprintf|vdprintf|writev|send)\((1|2|STD)"#,
        #"exit\(withError|\.main\((\[|nil|\))"#,
        #"(STDOUT|STDERR)_FILENO,[^)]*(baseAddress|count)"#,
    ]

    @Test func nothingPrintsOutsideTheSinks() throws {
        // Swift's own expressions took 15 seconds for all files.
        let ways = try NSRegularExpression(pattern: Self.ways.joined(separator: "|"))
        for (file, text) in try SwiftFiles.read(below: "Sources") where !Self.sinks.contains(file) {
            for line in text.split(separator: "\n").map(String.init)
            where !line.contains("func ") && !line.drop(while: { $0 == " " }).hasPrefix("//") {
                let whole = NSRange(line.startIndex..., in: line)
                guard ways.firstMatch(in: line, range: whole) != nil else { continue }
                Issue.record("\(file) prints: \(line)")
            }
        }
    }

    @Test func everySinkMakesTextHarmless() throws {
        for (file, text) in try SwiftFiles.read(below: "Sources") where Self.sinks.contains(file) {
            // Bytes of formatters, and lines of other sinks: each of them makes its texts harmless.
            guard !file.hasSuffix("Output.swift"), !file.hasSuffix("FullScreen.swift") else {
                continue
            }
            #expect(text.contains("PlainText."), "\(file)")
        }
    }
}
