import ArgumentParser
import Glibc
import PlainText
import SeasonAuthoring
import Terminals

/// Prints words: results to standard output, everything else to standard error.
///
/// Every text is made harmless here (``PlainText``), whatever it is made of. Only ``FullScreen`` writes to
/// a terminal, too.
enum Console {
    /// Writes a result of one or more lines.
    ///
    /// - Parameters:
    ///   - text: lines; the caller has made each value in it one line.
    ///   - keepsColours: whether it holds our colours.
    static func result(_ text: String, keepsColours: Bool = false) {
        let line = PlainText.lines(text, keepsColours: keepsColours)
        guard let substitute = Surroundings.substitute else { return print(line) }
        substitute.print(line + "\n")
    }

    /// Writes a message on one line: `bundle-publish: …`.
    static func message(_ text: String) {
        write(PlainText.line("bundle-publish: \(text)") + "\n")
    }

    /// Writes a part of a conversation to standard error, without a line break after it.
    static func prompt(_ text: String) {
        write(PlainText.lines(text))
    }

    /// Prints why the program ends, or the requested help, and ends it.
    static func end(_ error: any Error) -> Never {
        let status = BundlePublish.exitCode(for: error)
        let text = PlainText.usage(
            BundlePublish.fullMessage(for: error), arguments: CommandLine.arguments.dropFirst())
        if !text.isEmpty {
            if status == .success { result(text) } else { write(PlainText.lines(text) + "\n") }
        }
        exit(status.rawValue)
    }

    /// Writes an error, its remedy or all of its diagnostics.
    ///
    /// - Parameters:
    ///   - error: why a command failed.
    ///   - commands: the commands that the remedy may name.
    /// - Returns: the process's exit status.
    static func report(_ error: any Error, _ commands: PrintedCommands) -> Int32 {
        let text = ErrorText(error, commands)
        guard text.diagnostics.isEmpty else {
            show(text.diagnostics)
            return text.exitStatus
        }
        message(text.message)
        if let remedy = text.remedy { write(PlainText.line("    → \(remedy)") + "\n") }
        return text.exitStatus
    }

    /// Writes diagnostics, in colour on a terminal.
    static func show(_ diagnostics: [Diagnostic]) {
        let text = DiagnosticPrinter(colour: isColourful).text(diagnostics)
        write(PlainText.lines(text, keepsColours: isColourful))
    }

    private static var isColourful: Bool {
        ColourRule.welcomesColour(
            isTerminal: isatty(STDERR_FILENO) == 1, variable: Surroundings.variable)
    }

    private static func write(_ text: String) {
        if let substitute = Surroundings.substitute { return substitute.print(text) }
        // Results come first, so that both keep their order on a terminal.
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

extension [String] {
    /// Joins lines; each is made harmless and stays one line.
    var harmlessLines: String { map(PlainText.line).joined(separator: "\n") }
}
