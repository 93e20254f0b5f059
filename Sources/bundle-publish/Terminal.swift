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
        // Read byte by byte, so that we handle an interruption and can switch the echo on again.
        cfmakeraw(&hidden)
        // Keys that were typed ahead are kept, because a person may paste.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0 else {
            throw cannotHide
        }
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
            Console.prompt("\n")
        }
        Console.prompt(PlainText.line(question))
        var line = HiddenLine()
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            switch line.add(count == 1 ? byte : HiddenLine.endOfInput) {
            case .more: continue
            case .done: return line.bytes
            case .cancelled: throw PublishError("passphrase: cancelled")
            }
        }
    }
}

/// A line that is typed without being shown; it knows the usual keys for editing a line.
struct HiddenLine {
    /// What a key did.
    enum Event { case more, done, cancelled }

    /// Control-D.
    static let endOfInput: UInt8 = 4

    /// The most bytes of a typed passphrase: stops a key that is held down.
    private static let lengthBytesMax = 1 << 10

    private(set) var bytes: [UInt8] = []

    /// Adds a byte that was typed, or acts on it if it is a control character.
    mutating func add(_ byte: UInt8) -> Event {
        switch byte {
        case 10, 13: return .done
        case 3: return .cancelled
        case Self.endOfInput: return bytes.isEmpty ? .cancelled : .done
        case 8, 127:
            // A character may have several bytes; all but the first begin with the bits 10.
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 21: bytes = []
        case 0..<32: break
        default: if bytes.count < Self.lengthBytesMax { bytes.append(byte) }
        }
        return .more
    }
}
