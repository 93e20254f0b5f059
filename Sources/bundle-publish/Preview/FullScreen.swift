import Glibc

/// A terminal that is ours for a while: its other screen, keys as they are pressed, no cursor.
struct FullScreen: ~Copyable {
    private var before = termios()

    /// Takes the terminal.
    ///
    /// - Throws: ``CommandProblem`` where standard input and output are none.
    init() throws(CommandProblem) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            tcgetattr(STDIN_FILENO, &before) == 0
        else { throw .noTerminal }
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    /// Gives it back as it was.
    deinit {
        Self.write("\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    /// Paints.
    func show(_ text: String) { Self.write(text) }

    /// Columns and rows; those of a small terminal where it does not say.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
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
