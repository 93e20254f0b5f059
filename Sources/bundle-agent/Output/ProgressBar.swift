import Glibc
import Platform
import SeasonClient
import TUF

/// Shows the progress of downloads on one line of a terminal, and removes the line at the end.
final class ProgressBar {
    private let write: (String) -> Void
    private let columns: Int
    private let clock: () -> Duration
    /// When it began, and the bytes that an earlier download left; they do not count for the speed.
    private var start: (time: Duration, bytes: Int)?
    private var drawn: Duration?
    /// Work that ends before this time shows nothing.
    private let delay: Duration

    /// The largest number of redraws a second: people see no more, and a slow terminal needs time.
    private static let pause = Duration.milliseconds(100)

    /// Makes a bar on standard error.
    ///
    /// - Returns: nil if standard error is not a terminal.
    static func onTerminal(after delay: Duration = .zero) -> ProgressBar? {
        guard Console.canDraw(on: STDERR_FILENO) else { return nil }
        let start = ContinuousClock.now
        return ProgressBar(columns: TerminalSize(of: STDERR_FILENO)?.columns ?? 80, delay: delay) {
            start.duration(to: ContinuousClock.now)
        } write: {
            Console.draw($0)
        }
    }

    /// Makes a bar.
    ///
    /// - Parameter clock: a time that never goes back.
    init(
        columns: Int, delay: Duration = .zero, clock: @escaping () -> Duration,
        write: @escaping (String) -> Void
    ) {
        self.columns = columns
        self.delay = delay
        self.clock = clock
        self.write = write
    }

    /// Draws the progress, at most ten times a second.
    func show(_ label: String, doneBytes: Int, totalBytes: Int) {
        let now = clock()
        let start = start ?? (now, doneBytes)
        self.start = start
        if now - start.time < delay { return }
        if let drawn, now - drawn < Self.pause, doneBytes < totalBytes { return }
        drawn = now
        let line = Self.line(
            label, doneBytes: doneBytes, totalBytes: totalBytes, sinceBytes: start.bytes,
            elapsed: now - start.time, columns: columns)
        write("\r\(line)\u{1B}[K")
    }

    /// Draws the progress of a poll's downloads.
    func show(_ progress: DownloadProgress) {
        show("\(progress.year)", doneBytes: progress.doneBytes, totalBytes: progress.totalBytes)
    }

    /// Removes the line.
    func finish() {
        guard drawn != nil else { return }
        drawn = nil
        write("\r\u{1B}[K")
    }

    /// `2024 [####------]  40 %  3.1 of 7.8 kB  1.2 kB/s  4 seconds left`, cut to the terminal's
    /// width.
    static func line(
        _ label: String, doneBytes: Int, totalBytes: Int, sinceBytes: Int, elapsed: Duration,
        columns: Int
    ) -> String {
        let total = max(totalBytes, 1)
        let done = min(max(doneBytes, 0), total)
        let seconds = elapsed / .seconds(1)
        var words = [
            "\(String("   \(done * 100 / total)".suffix(3))) %", "\(size(done)) of \(size(total))",
        ]
        let speed = seconds > 0 ? Double(done - sinceBytes) / seconds : 0
        if speed >= 1 {
            words.append("\(size(Int(speed)))/s")
            let rest = min((Double(total - done) / speed).rounded(.up), 1e9)
            words.append("\(TimeSpan.words(seconds: Int64(rest))) left")
        }
        let cells = min(30, max(0, columns - 60))
        let full = cells * done / total
        let bar =
            "[" + String(repeating: "#", count: full)
            + String(repeating: "-", count: cells - full) + "]"
        let line = "\(label) \(cells > 0 ? bar + " " : "")" + words.joined(separator: "  ")
        // In the last column some terminals move to the next line.
        return String(line.prefix(max(columns - 1, 0)))
    }

    /// Bytes in the largest unit that leaves a whole part: `7.8 kB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        let (unit, name) = bytes < 1_000_000 ? (1_000, "kB") : (1_000_000, "MB")
        let tenths = bytes / (unit / 10)
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
