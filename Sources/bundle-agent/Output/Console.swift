import Files
import Glibc
import Platform
import SeasonClient
import Text

/// What a person or a script reads: results on standard output, messages on standard error.
///
/// Nothing else in this program writes to either of them. Every text is made harmless here (``PlainText``),
/// even if it is our own.
enum Console {
    /// Prints `bundle-agent: message` on one line.
    static func message(_ text: String) {
        log("bundle-agent: \(text)")
    }

    /// Writes one line to standard error.
    ///
    /// A failure to write is ignored: there is no other place to report it.
    static func log(_ line: String, to descriptor: Int32 = STDERR_FILENO) {
        _ = write(PlainText.line(line) + "\n", to: descriptor)
    }

    /// Prints our own help and usage lines to standard error.
    static func usage(_ lines: String) {
        _ = write(PlainText.lines(lines) + "\n", to: STDERR_FILENO)
    }

    /// Draws `picture` on a terminal, with its escape sequences; it must hold nothing from outside.
    static func draw(_ picture: String) {
        _ = write(picture, to: STDERR_FILENO)
    }

    /// Clears the terminal behind standard output, and moves to its beginning.
    static func clear() throws(Failure) { try print("\u{1B}[H\u{1B}[2J") }

    /// Prints lines to standard output; a line break within a line is printed as a code.
    static func result(lines: [String], keepsColours: Bool = false) throws(Failure) {
        let whole = lines.map { line in
            line.utf8.contains(0x0A)
                ? PlainText.line(line) : PlainText.lines(line, keepsColours: keepsColours)
        }
        try print(whole.map { "\($0)\n" }.joined())
    }

    /// Prints a text of several lines to standard output: JSON, or our own words.
    ///
    /// - Throws: ``Failure`` if not everything could be written: half a report must not look like a whole one.
    static func result(_ text: String) throws(Failure) {
        try print(PlainText.lines(text))
    }

    /// Writes bytes to standard output, for a program that reads an archive there.
    static func result(bytes: [UInt8]) throws(Failure) {
        try check(StandardStreams.write(bytes, to: STDOUT_FILENO))
    }

    private static func print(_ text: String) throws(Failure) {
        try check(write(text, to: STDOUT_FILENO))
    }

    private static func check(_ code: Int32) throws(Failure) {
        guard code != 0 else { return }
        throw Failure("cannot write standard output: \(String(cString: strerror(code)))")
    }

    /// Whether a descriptor is a terminal that obeys escape sequences.
    static func canDraw(on descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && !TerminalKind.isDumb(ProcessEnvironment.variable)
    }

    /// Whether colours are welcome on standard output.
    static var takesColours: Bool {
        ColourRule.welcomesColour(
            isTerminal: isatty(STDOUT_FILENO) == 1, variable: ProcessEnvironment.variable)
    }

    /// The system's error number, or 0 where everything was written.
    private static func write(_ lines: String, to descriptor: Int32) -> Int32 {
        StandardStreams.write(Array(lines.utf8), to: descriptor)
    }
}
