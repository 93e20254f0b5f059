import Glibc

/// A terminal that a program has for itself: its other screen, keys as they are pressed, no cursor.
///
/// The caller must make the rows harmless.
package struct FullScreen: ~Copyable {
    private let before: termios
    private var rows: [String] = []

    /// Takes over the terminal; nil unless standard input and standard output are one that is not dumb.
    package init?(_ variable: (String) -> String?) {
        var known = termios()
        guard !TerminalKind.isDumb(variable), isatty(STDOUT_FILENO) == 1,
            tcgetattr(STDIN_FILENO, &known) == 0
        else { return nil }
        // Only a whole value is given back: without a terminal nothing must be written.
        before = known
        setKeys(TCSAFLUSH)
        Self.write("\u{1B}[?1049h" + Self.modes + Self.cleared)
    }

    deinit { giveBack() }

    private borrowing func giveBack() {
        Self.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    /// Keys come as they are pressed; Control-C and Control-Z are keys, too.
    private borrowing func setKeys(_ action: Int32) {
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, action, &raw)
    }

    /// Sets what other programs may have changed: the other screen, no margins, no inserting, plain letters, no cursor.
    ///
    /// A line that is longer than the screen is cut and does not break. 1047 is the same other screen as 1049, but keeps
    /// in mind where the cursor was on the first one.
    private static let modes =
        "\u{1B}[?1047h\u{1B}[r\u{1B}[?6l\u{1B}[4l\u{1B}(B\u{0F}\u{1B}[?25l\u{1B}[?7l"
    private static let cleared = "\u{1B}[0m\u{1B}[2J"

    /// Sets the terminal's modes again after another program wrote on it; the next ``show(_:)`` draws every row.
    ///
    /// `clears` is for a screen that may have another size; without it nothing flickers.
    package mutating func takeAgain(clears: Bool) {
        setKeys(TCSANOW)
        rows = []
        Self.write(Self.modes + (clears ? Self.cleared : ""))
    }

    /// Gives the terminal back, stops this process until the shell's `fg`, and takes the terminal again.
    ///
    /// Without a shell that could continue it, the system does not stop it.
    package mutating func stop() {
        giveBack()
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        takeAgain(clears: true)
    }

    package mutating func show(_ new: [String]) {
        var text = ""
        for (at, row) in new.enumerated() where at >= rows.count || rows[at] != row {
            text += "\u{1B}[\(at + 1);1H\u{1B}[0m\u{1B}[2K\(row)"
        }
        rows = new
        if !text.isEmpty { Self.write(text) }
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
