import Files
import Glibc
import Text

/// Standard error: sentences for the person at the terminal.
enum Messages {
    /// Prints `breakdown: text` on one line.
    ///
    /// - Parameter text: a sentence; characters that a terminal would interpret are printed as
    ///   codes.
    static func print(_ text: String) {
        write("breakdown: \(PlainText.line(text))\n")
    }

    /// Prints the lines of the argument parser.
    ///
    /// - Returns: the system's error number, or 0 where everything was written.
    static func printUsage(_ text: String, isError: Bool) -> Int32 {
        write(PlainText.lines(text) + "\n", to: isError ? STDERR_FILENO : STDOUT_FILENO)
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) -> Int32 {
        StandardStreams.write(Array(text.utf8), to: descriptor)
    }
}
