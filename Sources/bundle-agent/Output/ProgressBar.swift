import Glibc
import Platform
import SeasonClient
import Text
import TUF

/// Shows the progress of downloads on one line of a terminal, and removes the line at the end.
final class ProgressBar {
    private let write: (String) -> Void
    private let columns: Int
    private let clock: () -> Duration
    /// When it began, and the bytes that an earlier download left; they do not count for the speed.
    private var start: (time: Duration, bytes: Int)?
    private var drawn: Duration?
    /// The repository that is being asked, and the bytes that have come; nil once downloads are shown.
    private var asked: (address: String, bytes: Int)?
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

    /// Says which repository is asked, until the first download: its metadata comes first, and a slow network needs
    /// seconds for it.
    func ask(_ address: String) {
        asked = (address, 0)
        drawn = clock()
        draw("asking \(PlainText.line(address))")
    }

    /// Adds to the bytes that have come of what was asked for.
    func add(_ bytes: Int) {
        guard let before = asked else { return }
        asked = (before.address, before.bytes + bytes)
        let now = clock()
        if let drawn, now - drawn < Self.pause { return }
        drawn = now
        draw("asking \(PlainText.line(before.address))  \(Self.size(before.bytes + bytes))")
    }

    private func draw(_ line: String) {
        // In the last column some terminals move to the next line.
        write("\r\(line.prefix(max(columns - 1, 0)))\u{1B}[K")
    }

    /// Draws the progress, at most ten times a second.
    func show(_ label: String, doneBytes: Int, totalBytes: Int) {
        asked = nil
        let now = clock()
        let start = start ?? (now, doneBytes)
        self.start = start
        if now - start.time < delay { return }
        if let drawn, now - drawn < Self.pause, doneBytes < totalBytes { return }
        drawn = now
        let line = Self.line(
            label, doneBytes: doneBytes, totalBytes: totalBytes, sinceBytes: start.bytes,
            elapsed: now - start.time, columns: columns)
        draw(line)
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
