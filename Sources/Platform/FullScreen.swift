import Glibc

/// A terminal that a program has for itself: its other screen, keys as they are pressed, no cursor.
///
/// The caller must make the rows harmless.
package struct FullScreen: ~Copyable {
    private let before: termios
    private var rows: [String] = []

    /// Takes over the terminal; nil unless standard input and standard output are one that is not dumb.
    package init?(_ variable: (String) -> String?) {
        var raw = termios()
        guard !TerminalKind.isDumb(variable), isatty(STDOUT_FILENO) == 1,
            tcgetattr(STDIN_FILENO, &raw) == 0
        else { return nil }
        // Only a whole value is given back: without a terminal nothing must be written.
        before = raw
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        // A line that is longer than the screen is cut and does not break.
        Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    }

    deinit {
        Self.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    package mutating func show(_ new: [String]) {
        var text = ""
        for (at, row) in new.enumerated() where at >= rows.count || rows[at] != row {
            text += "\u{1B}[\(at + 1);1H\u{1B}[0m\u{1B}[2K\(row)"
        }
        rows = new
        if !text.isEmpty { Self.write(text) }
    }

    /// Forgets what is drawn, so that everything is drawn again.
    package mutating func clear() {
        rows = []
        Self.write("\u{1B}[0m\u{1B}[2J")
    }

    /// Columns and rows; those of a small terminal if the terminal does not say.
    package var size: (columns: Int, rows: Int) {
        let size = TerminalSize(of: STDOUT_FILENO)
        return (size?.columns ?? 80, size?.lines ?? 24)
    }

    private static func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

package struct TerminalSize {
    package let columns: Int?
    /// The lines; nil if the terminal does not say.
    package let lines: Int?

    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        columns = size.ws_col > 0 ? Int(size.ws_col) : nil
        lines = size.ws_row > 0 ? Int(size.ws_row) : nil
    }
}
