import Glibc
import Platform

/// Facts about the output and the environment; it decides nothing.
struct ProcessEnvironment {
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    /// The terminal's columns, if it tells them.
    let terminalColumns: Int?
    /// The terminal's lines, if it tells them.
    var terminalLines: Int?
    /// The environment variable of a name.
    let variable: (String) -> String?

    /// The surroundings of this process.
    ///
    /// - Returns: the facts; environment variables are read at each use.
    static func current() -> ProcessEnvironment {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let size = isTerminal ? TerminalSize(of: STDOUT_FILENO) : nil
        return ProcessEnvironment(
            isTerminal: isTerminal, terminalColumns: size?.columns, terminalLines: size?.lines,
            variable: variable)
    }

    /// The environment variable of a name, nil if it is not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether standard input is a terminal, so that a person would have to type the input.
    static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}

/// The time of day; only the edges of the program read it.
enum Clock {
    /// Seconds since 1970, UTC.
    static var now: Int64 { Int64(time(nil)) }
}
