import Glibc

/// A line that is typed without being shown, or that comes through a pipe.
enum HiddenInput {
    /// Bytes of a line: prevents a key that is held down from filling the memory.
    private static let lengthBytesMax = 1 << 10

    /// Reads a line from the terminal without showing it.
    ///
    /// - Parameter question: printed as soon as typed keys are not shown any more.
    /// - Returns: the line; nil if the person gave up, or the terminal cannot hide what is typed.
    static func line(asking question: String) -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var hidden = before
        // Read byte by byte, so that we end at an interruption and can switch the echo on again.
        cfmakeraw(&hidden)
        // Keys that were typed ahead are kept, because the person may paste.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0 else { return nil }
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
            Console.endLine()
        }
        Console.ask(question)
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case 10, 13: return String(decoding: bytes, as: UTF8.self)
            // Control-C and Control-D.
            case 3, 4: return nil
            case 8, 127: _ = bytes.popLast()
            case 21: bytes = []
            case 0..<32: break
            default: if bytes.count < lengthBytesMax { bytes.append(byte) }
            }
        }
    }

    /// Reads standard input to its end.
    ///
    /// - Returns: the text; nil if it is empty or too long.
    static func wholeInput() -> String? {
        var bytes: [UInt8] = []
        while bytes.count <= lengthBytesMax {
            var piece = [UInt8](repeating: 0, count: 512)
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        guard !bytes.isEmpty, bytes.count <= lengthBytesMax else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
