import Files
import Glibc

/// Standard output, gathered into large writes.
struct Output: ~Copyable {
    private var waiting: [UInt8] = []

    /// Whether the reader has gone away: what is printed from here on reaches nobody, which is no error.
    private(set) var isClosed = false

    /// Above this what is gathered is written out.
    private static let waitingBytesMax = 64 << 10

    /// Starts with nothing gathered.
    init() {
        // A closed pipe shows in the result of a write instead of killing the program.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Prints a text.
    ///
    /// - Parameter text: with its line breaks.
    /// - Throws: `FileError` where the disk behind standard output is full, and the like.
    mutating func print(_ text: String) throws(FileError) {
        try print { $0 += text.utf8 }
    }

    /// Prints what is written behind the bytes that wait.
    ///
    /// - Parameter write: adds a text in UTF-8.
    /// - Throws: `FileError`, as ``print(_:)-(String)``.
    mutating func print(_ write: (inout [UInt8]) -> Void) throws(FileError) {
        write(&waiting)
        if waiting.count > Self.waitingBytesMax { try flush() }
    }

    /// Writes out what is gathered.
    ///
    /// - Throws: `FileError`, but not for a reader that has gone away.
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
