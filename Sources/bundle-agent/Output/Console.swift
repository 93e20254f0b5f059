import ArgumentParser
import Glibc

/// What a person or a script reads: results on standard output, messages on standard error.
enum Console {
    /// Prints `bundle-agent: message`.
    static func message(_ text: String) {
        write("bundle-agent: \(text)\n")
    }

    /// Writes lines to standard error as they are; an error there has nowhere to go.
    static func write(_ lines: String) {
        _ = write(lines, to: STDERR_FILENO)
    }

    /// Writes lines to standard output as they are.
    ///
    /// - Throws: `ExitCode` where it does not take them, once that is said: half a report must not look
    ///   like a whole one.
    static func result(_ lines: String) throws(ExitCode) {
        let code = write(lines, to: STDOUT_FILENO)
        guard code != 0 else { return }
        message("cannot write standard output: \(String(cString: strerror(code)))")
        throw ExitCode(1)
    }

    /// Whether standard output is a terminal whose user has not asked for none (<https://no-color.org>).
    static var takesColours: Bool {
        isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
            && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// The system's error number, or 0 where everything was written.
    private static func write(_ lines: String, to descriptor: Int32) -> Int32 {
        var rest = Array(lines.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(count, 0))
        }
        return 0
    }
}
