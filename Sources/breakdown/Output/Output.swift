import Files
import Glibc
import Platform

/// Standard output; it collects the text and writes large pieces.
struct Output: ~Copyable {
    /// The text that is not yet written, in UTF-8; add to it, then call ``flushIfLarge()``.
    var waiting: [UInt8] = []

    /// Whether the reader has closed the pipe: no further output is read, and that is not an
    /// error.
    private(set) var isClosed = false

    /// The running pager; nil before it starts, or if there is none.
    private var helper: Helper?
    /// The pager to start, and the lines that fit on the screen; nil if there is none to start.
    private var pager: Pager?

    /// Above this size the collected text is written.
    private static let waitingBytesMax = 64 << 10

    /// Starts without text.
    init(pager: Pager? = nil) {
        self.pager = pager
        // A closed pipe must be the result of a write and not kill the program.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Prints a text.
    ///
    /// - Throws: `FileError` if the disk is full, and the like.
    mutating func print(_ text: String) throws(FileError) {
        waiting += text.utf8
        try flushIfLarge()
    }

    /// Writes the collected text if there is much of it.
    mutating func flushIfLarge() throws(FileError) {
        if waiting.count > Self.waitingBytesMax { try flush() }
    }

    /// Writes the collected text; while a pager may be needed, a text that fits on the screen waits.
    ///
    /// - Throws: `FileError`, except for a closed pipe.
    mutating func flush() throws(FileError) {
        if let pager {
            let lines = waiting.count { $0 == UInt8(ascii: "\n") }
            guard lines >= pager.screenLines else { return }
            self.pager = nil
            helper = Helper(
                ["/bin/sh", "-c", pager.command],
                setting: Pager.variables(ProcessEnvironment.variable))
            // Ctrl-C is for the pager, which then closes the pipe.
            if helper != nil { signal(SIGINT, SIG_IGN) }
        }
        try write()
    }

    /// Writes the collected text and starts no pager from now on.
    mutating func release() throws(FileError) {
        pager = nil
        try write()
    }

    /// Writes everything and waits until the person has left the pager.
    mutating func finish() throws(FileError) {
        try flush()
        try release()
        if let helper = helper.take() { _ = helper.finish() }
    }

    private mutating func write() throws(FileError) {
        let descriptor = helper?.descriptor ?? STDOUT_FILENO
        var written = 0
        while written < waiting.count, !isClosed {
            let count = waiting.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
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

/// The program that shows text that is longer than the screen, as in git.
struct Pager: Equatable {
    /// A command of the shell.
    let command: String
    /// Lines that fit on the screen with the prompt below them.
    let screenLines: Int

    /// The environment variables that the pager gets: it must show colours.
    ///
    /// Without settings of the person's own, `less` also ends at once if everything fits and leaves the
    /// text on the screen. What is needed stands before the person's own settings, because a text in
    /// these, such as a prompt, reaches to their end.
    static func variables(_ variable: (String) -> String?) -> [String] {
        [
            "LESS=\(variable("LESS").map { "-R \($0)" } ?? "FRX")",
            "LV=\(variable("LV").map { "-c \($0)" } ?? "-c")",
        ]
    }

    /// Decides whether there is a pager; nil if there is none.
    ///
    /// There is none if the output is no terminal, or if `$PAGER` is empty, `cat` or not installed.
    init?(isWanted: Bool, in surroundings: ProcessEnvironment) {
        guard isWanted, surroundings.isTerminal, let lines = surroundings.terminalLines,
            !TerminalKind.isDumb(surroundings.variable)
        else { return nil }
        let command = surroundings.variable("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return nil }
        guard Self.mayStart(command) else { return nil }
        self.command = command
        screenLines = max(1, lines - 1)
    }

    /// False if the command is a program that is not installed; for any other command the shell decides.
    private static func mayStart(_ command: String) -> Bool {
        let program = command.split(separator: " ").first.map(String.init) ?? command
        let isPlain = program.utf8.allSatisfy {
            $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "._-/+".utf8.contains($0)
        }
        return !isPlain || Helper.isInstalled(program)
    }
}
