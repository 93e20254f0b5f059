import Logging
import TUF

/// Log lines on standard error: for the journal with its priority prefix, elsewhere with the time.
struct StandardErrorLogHandler: LogHandler {
    /// Whether systemd reads them (sd-daemon(3)): it has the time itself.
    let toJournal: Bool
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    /// Makes a handler.
    ///
    /// - Parameter toJournal: whether systemd reads the lines.
    init(toJournal: Bool) {
        self.toJournal = toJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one event as one line.
    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        Console.write(
            Self.line(
                event.level, event.message.description, all, toJournal: toJournal,
                time: UTCTime(unixSeconds: SystemClock.unixSeconds())))
    }

    /// The line of an event.
    ///
    /// - Parameters:
    ///   - level: how grave.
    ///   - message: constant.
    ///   - metadata: what varies.
    ///   - toJournal: whether systemd reads it.
    ///   - time: shown elsewhere.
    /// - Returns: the line with its break.
    static func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, toJournal: Bool,
        time: UTCTime
    ) -> String {
        let start = toJournal ? "<\(priority(level))>" : "\(time) \(level) "
        let pairs = metadata.sorted { $0.key < $1.key }.map {
            " \($0.key)=\(quoted("\($0.value)"))"
        }
        return start + message + pairs.joined() + "\n"
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

    /// A value on one line, in quotes where it has spaces: what came from outside must not start a line.
    private static func quoted(_ value: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        guard plain.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return plain }
        return "\""
            + plain.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\\\"") + "\""
    }
}
