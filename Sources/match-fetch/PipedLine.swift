import Glibc

/// A line that comes through a pipe.
enum PipedLine {
    /// Bytes of a line: prevents an endless one from filling the memory.
    private static let lengthBytesMax = 1 << 10

    /// Reads standard input to its end.
    ///
    /// - Returns: the text; nil if it is empty or too long.
    static func read() -> String? {
        var bytes: [UInt8] = []
        while bytes.count <= lengthBytesMax {
            var piece = [UInt8](repeating: 0, count: 512)
            let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        guard !bytes.isEmpty, bytes.count <= lengthBytesMax else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
