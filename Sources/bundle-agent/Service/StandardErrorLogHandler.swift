import BundleUpdater
import Glibc
import JSON
import Logging
import Text
import TUF

/// Writes log lines to standard error: with a priority for the journal, otherwise with the time.
struct StandardErrorLogHandler: LogHandler {
    let format: LogFormat
    /// Whether systemd reads them (sd-daemon(3)): it has the time itself.
    let toJournal: Bool
    /// Where the lines go; tests name a file.
    var descriptor = STDERR_FILENO
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let time = UTCTime(unixSeconds: SystemClock.unixSeconds())
        Console.log(line(event.level, event.message.description, all, time), to: descriptor)
    }

    /// The line of an event.
    ///
    /// As JSON it has the members `time`, `level` and `message`, then the metadata. systemd takes the priority
    /// from before a line; a line of text for it has no time.
    func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, _ time: UTCTime
    ) -> String {
        let priority = toJournal ? "<\(Self.priority(level))>" : ""
        let pairs = metadata.sorted { $0.key < $1.key }
        switch format {
        case .json:
            var object = JSONObject()
            object["time"] = .string(time.description)
            object["level"] = .string(level.rawValue)
            object["message"] = .string(message)
            for (key, value) in pairs { object[key] = .string("\(value)") }
            return priority + JSON.object(object).text(.compact)
        case .text:
            let start = toJournal ? priority : "\(time) \(level) "
            let end = pairs.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }.joined()
            return PlainText.line(start + message + end)
        }
    }

    /// The priority of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// A value on one line, in quotes if it has spaces: text from outside must not start a line.
    private static func quoted(_ value: String) -> String {
        let plain = PlainText.line(value)
        guard plain.contains(where: { " \"=".contains($0) }) else { return plain }
        return "\"\(plain.replacing("\"", with: "\\\""))\""
    }

    /// Whether standard error is the stream that systemd names (systemd.exec(5), `$JOURNAL_STREAM`).
    ///
    /// - Parameter variable: device and inode, `8:2345`; nil if it is not set.
    static func isReadByJournal(_ variable: String?) -> Bool {
        var facts = stat()
        guard let variable, fstat(STDERR_FILENO, &facts) == 0 else { return false }
        return variable == "\(facts.st_dev):\(facts.st_ino)"
    }
}
