import ArgumentParser
import BundlePublisher
import Files
import Glibc
import Platform
import SeasonAuthoring
import Synchronization
import Text

/// Prints words: results to standard output, everything else to standard error.
///
/// Every text is made harmless here (``PlainText``), whatever it is made of. Only ``FullScreen`` writes to
/// a terminal, too.
enum Console {
    /// Why standard output did not take everything: the system's error number, or 0.
    private static let outputError = Mutex<Int32>(0)

    /// Writes a result of one or more lines.
    ///
    /// A failure is kept for ``end(_:)``: a command that has begun to publish goes on.
    static func result(_ text: String, keepsColours: Bool = false) {
        let code = write(
            PlainText.lines(text, keepsColours: keepsColours) + "\n", to: STDOUT_FILENO)
        if code != 0 { outputError.withLock { $0 = code } }
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
    ///
    /// If standard output did not take every result, that is a failure: half a report must not look like a whole one.
    static func end(_ error: any Error) -> Never {
        let status = BundlePublish.exitCode(for: error)
        let text = PlainText.usage(
            BundlePublish.fullMessage(for: error), arguments: ProgramArguments.words)
        if !text.isEmpty {
            if status == .success { result(text) } else { write(PlainText.lines(text) + "\n") }
        }
        let code = outputError.withLock { $0 }
        guard code != 0 else { exit(status.rawValue) }
        message("cannot write standard output: \(String(cString: strerror(code)))")
        exit((status == .success ? .failure : status).rawValue)
    }

    /// Writes an error, its remedy or all of its diagnostics; returns the exit status.
    static func report(_ error: any Error, _ commands: PrintedCommands) -> ExitCode {
        let error = PublishError(any: error)
        if error.diagnostics.isEmpty {
            message(error.message)
            for line in error.details { write(PlainText.line("    \(line)") + "\n") }
            if let remedy = error.remedy {
                write(PlainText.line("    → \(commands.text(remedy))") + "\n")
            }
        } else {
            show(error.diagnostics)
        }
        return ExitCode(error.kind)
    }

    /// Writes diagnostics, in colour on a terminal.
    static func show(_ diagnostics: [Diagnostic]) {
        let colour = takesColours(STDERR_FILENO)
        let text = DiagnosticPrinter(colour: colour).text(diagnostics)
        write(PlainText.lines(text, keepsColours: colour))
    }

    /// Whether colours are welcome on a descriptor.
    static func takesColours(_ descriptor: Int32) -> Bool {
        ColourRule.welcomesColour(
            isTerminal: isatty(descriptor) == 1, variable: Surroundings.variable)
    }

    /// The system's error number, or 0 where everything was written.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) -> Int32 {
        if let substitute = Surroundings.substitute {
            substitute.print(text)
            return 0
        }
        return StandardStreams.write(Array(text.utf8), to: descriptor)
    }
}

extension PublishError {
    /// Whatever a command throws.
    init(any error: any Error) {
        switch error {
        case let error as PublishError: self = error
        case let error as AuthoringError: self.init(error)
        default: self.init("\(error)")
        }
    }
}

extension [String] {
    /// Joins lines; each is made harmless and stays one line.
    var harmlessLines: String { map(PlainText.line).joined(separator: "\n") }
}
