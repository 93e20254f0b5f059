import BundleUpdater
import Glibc
import JSON
import Logging
import PlainText
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

    /// Makes a handler.
    init(_ format: LogFormat, toJournal: Bool) {
        self.format = format
        self.toJournal = toJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one event as one line.
    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let time = UTCTime(unixSeconds: SystemClock.unixSeconds())
        let message = event.message.description
        let line =
            switch format {
            case .text: Self.line(event.level, message, all, toJournal: toJournal, time: time)
            case .json: Self.json(event.level, message, all, toJournal: toJournal, time: time)
            }
        Console.log(line, to: descriptor)
    }

    /// The line of an event, as JSON: `time`, `level`, `message`, then the metadata.
    ///
    /// - Parameter toJournal: whether systemd reads it, and takes the priority from before the
    ///   object.
    static func json(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, toJournal: Bool,
        time: UTCTime
    ) -> String {
        var object = JSONObject()
        object["time"] = .string(time.description)
        object["level"] = .string(level.rawValue)
        object["message"] = .string(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            object[key] = .string("\(value)")
        }
        let start = toJournal ? "<\(priority(level))>" : ""
        return start + JSON.object(object).text(.compact)
    }

    /// The line of an event.
    ///
    /// - Parameter time: the time of the event; left out if systemd reads the line.
    static func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, toJournal: Bool,
        time: UTCTime
    ) -> String {
        let start = toJournal ? "<\(priority(level))>" : "\(time) \(level) "
        let pairs = metadata.sorted { $0.key < $1.key }.map {
            " \($0.key)=\(quoted("\($0.value)"))"
        }
        return PlainText.line(start + message + pairs.joined())
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
        guard plain.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return plain }
        return "\""
            + plain.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\\\"") + "\""
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
