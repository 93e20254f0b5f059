import Glibc

/// Where words go: results to standard output, everything else to standard error.
enum Console {
    /// Writes a result.
    static func result(_ text: String) {
        print(text)
    }

    /// Writes a message: `bundle-publish: …`.
    static func message(_ text: String) {
        write("bundle-publish: \(text)\n")
    }

    /// Writes a part of a conversation to standard error, as it is.
    static func note(_ text: String) {
        write(text)
    }

    /// Writes an error, its remedy or all of its diagnostics.
    static func report(_ error: PublishError) {
        switch error {
        case .failed(let text, let remedy), .refused(let text, let remedy):
            message(text)
            if let remedy { write("    → \(remedy)\n") }
        case .content(let diagnostics): show(diagnostics)
        }
    }

    /// Writes diagnostics, in colour on a terminal.
    static func show(_ diagnostics: [Diagnostic]) {
        write(DiagnosticPrinter(colour: isColourful).text(diagnostics))
    }

    private static var isColourful: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
    }

    private static func write(_ text: String) {
        // Results first, so that both keep their order on a terminal.
        fflush(nil)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// A count with its noun: `1 season`, `2 seasons`, `3 matches`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
}
