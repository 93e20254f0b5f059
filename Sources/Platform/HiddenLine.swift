import Glibc

/// A line that a person types at the terminal behind standard input, without its being shown.
package enum HiddenLine {
    package enum Failure: Error {
        case cannotHide
        /// The person gave up: Control-C, or Control-D on an empty line.
        case cancelled
    }

    private static let controlC: UInt8 = 3

    /// The line's bytes, without those of keys that edit nothing; at most the 4095 that the terminal takes for a line.
    package static func read(
        asking question: String, show: (String) -> Void
    ) throws(Failure) -> [UInt8] {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw .cannotHide }
        var hidden = before
        // The terminal edits the line. Control-C only ends it, so that we can switch the echo on again.
        hidden.c_iflag |= tcflag_t(IUTF8)
        hidden.c_lflag |= tcflag_t(ICANON)
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = controlC }
        // Keys that were typed ahead are kept, because the person may paste.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0 else { throw .cannotHide }
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
            show("\n")
        }
        show(question)
        var line = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat {
            count = Glibc.read(STDIN_FILENO, &line, line.count)
        } while count < 0 && errno == EINTR
        guard count > 0, line[count - 1] != controlC else { throw .cancelled }
        return line.prefix(count).filter { $0 >= 32 }
    }
}
