import Glibc

/// Messages for people, on standard error.
enum Console {
    /// Prints `bundle-agent: message`.
    static func message(_ text: String) {
        write("bundle-agent: \(text)\n")
    }

    /// Writes a line to standard error as it is; an error there has nowhere to go.
    static func write(_ line: String) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
