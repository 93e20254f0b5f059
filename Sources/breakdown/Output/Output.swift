import Files
import Glibc

/// Standard output; it collects the text and writes large pieces.
struct Output: ~Copyable {
    /// The text that is not yet written, in UTF-8; add to it, then call ``flushIfLarge()``.
    var waiting: [UInt8] = []

    /// Whether the reader has closed the pipe: nobody reads further output, and that is not an
    /// error.
    private(set) var isClosed = false

    /// Above this size the collected text is written.
    private static let waitingBytesMax = 64 << 10

    /// Starts without text.
    init() {
        // A closed pipe shall be the result of a write and not kill the program.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Prints a text.
    ///
    /// - Parameter text: with its line breaks.
    /// - Throws: `FileError` if the disk is full, and the like.
    mutating func print(_ text: String) throws(FileError) {
        waiting += text.utf8
        try flushIfLarge()
    }

    /// Writes the collected text if there is much of it.
    ///
    /// - Throws: `FileError`, as ``flush()``.
    mutating func flushIfLarge() throws(FileError) {
        if waiting.count > Self.waitingBytesMax { try flush() }
    }

    /// Writes the collected text.
    ///
    /// - Throws: `FileError`, except for a closed pipe.
    mutating func flush() throws(FileError) {
        var written = 0
        while written < waiting.count, !isClosed {
            let count = waiting.withUnsafeBytes { bytes in
                write(
                    STDOUT_FILENO, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EPIPE {
                isClosed = true
            } else if errno != EINTR {
                waiting.removeAll()
                throw FileError(operation: "write to", path: "standard output", code: errno)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
