import BundleArchive
import PlainText

/// How a self-test ended, for people; reports and `trials.json` keep these sentences.
enum SelfTestText {
    /// It ended by itself.
    static func exited(_ status: Int32, _ output: [UInt8]) -> String {
        "exit status \(status)\(quoted(output))"
    }

    /// Something else ended it, or it crashed.
    static func killed(_ signal: Int32, _ output: [UInt8]) -> String {
        "ended by signal \(signal)\(quoted(output))"
    }

    /// It failed, and the bundle is not what it was when it was verified.
    static func damaged(_ error: ArchiveError) -> String {
        "the season's files have changed on the disk: \(error)"
    }

    /// It took too long.
    static func timedOut(_ limit: Duration) -> String {
        "no end within \(limit.components.seconds) seconds"
    }

    /// The first line of the program's output, short and harmless.
    private static func quoted(_ output: [UInt8]) -> String {
        let line = output.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line.prefix(300), as: UTF8.self)
        let shown = PlainText.line(text)
        return shown.isEmpty ? "" : ": \(shown)"
    }
}
