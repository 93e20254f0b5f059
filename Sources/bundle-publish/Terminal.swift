import BundlePublisher
import Glibc
import PlainText

/// The person at the terminal, if there is one; we ask on standard error and read standard input.
enum Terminal {
    /// Asks for a passphrase without showing what is typed; nil if there is no terminal.
    static var prompt: Passphrases.Prompt? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        return { (question) throws(PublishError) in try ask(question) }
    }

    private static let cannotHide = PublishError(
        "terminal: expected to hide what is typed, found that it cannot")

    private static func ask(_ question: String) throws(PublishError) -> [UInt8] {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw cannotHide
        }
        var hidden = before
        // The terminal edits the line. Control-C only ends it, so that we can switch the echo on again.
        hidden.c_iflag |= tcflag_t(IUTF8)
        hidden.c_lflag |= tcflag_t(ICANON)
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = controlC }
        // Keys that were typed ahead are kept, because a person may paste.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0 else {
            throw cannotHide
        }
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
            Console.prompt("\n")
        }
        Console.prompt(PlainText.line(question))
        // More than the terminal takes for a line.
        var line = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat { count = read(STDIN_FILENO, &line, line.count) } while count < 0 && errno == EINTR
        guard count > 0, line[count - 1] != controlC else {
            throw PublishError("passphrase: cancelled")
        }
        // Keys that edit nothing are no part of it.
        return line.prefix(count).filter { $0 >= 32 }
    }

    private static let controlC: UInt8 = 3
}
