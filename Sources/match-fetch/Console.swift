import Files
import Glibc
import Text

/// Standard output and standard error.
enum Console {
    /// Prints a line for a person.
    ///
    /// - Parameter text: a sentence; characters that a terminal would interpret become codes.
    static func print(_ text: String) {
        _ = writeAll(Array("\(PlainText.line(text))\n".utf8), to: STDOUT_FILENO)
    }

    /// Prints `match-fetch: text` on standard error.
    static func report(_ text: String) {
        _ = writeAll(Array("match-fetch: \(PlainText.line(text))\n".utf8), to: STDERR_FILENO)
    }

    /// Prints a part of a conversation on standard error, without a line break after it.
    static func ask(_ text: String) {
        _ = writeAll(Array(PlainText.lines(text).utf8), to: STDERR_FILENO)
    }

    /// Prints the lines of the argument parser.
    static func printUsage(_ text: String, isError: Bool) -> Bool {
        let descriptor = isError ? STDERR_FILENO : STDOUT_FILENO
        return writeAll(Array("\(PlainText.lines(text))\n".utf8), to: descriptor)
    }

    /// Writes an answer for a program to read.
    ///
    /// - Returns: false if the reader has gone.
    static func writeAnswer(_ bytes: [UInt8]) -> Bool { writeAll(bytes, to: STDOUT_FILENO) }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        StandardStreams.write(bytes, to: descriptor) == 0
    }
}
