import ArgumentParser
import BundleUpdater
import Files
import SeasonClient

/// How the commands end; docs/OPERATIONS.md has a table.
enum ExitStatus {
    static let done = Severity.harmless.rawValue
    static let failed = Severity.failed.rawValue
    static let broken = Severity.broken.rawValue
    static let refused = Severity.refused.rawValue
    /// The command line or the configuration is wrong (`EX_USAGE` of sysexits.h).
    static let usage: Int32 = 64

    /// A paragraph of a command's help.
    ///
    /// For example `Exit status: 0 done, 1 not possible, 64 wrong usage.`
    ///
    /// - Parameter refused: what 3 means for the command; nil if it never ends so.
    static func help(done: String, failed: String, refused: String? = nil) -> String {
        "Exit status: \(Self.done) \(done), \(Self.failed) \(failed), "
            + (refused.map { "\(Self.refused) \($0), " } ?? "") + "\(usage) wrong usage."
    }

    /// The paragraph of the commands that poll.
    static let pollHelp = help(
        done: "done or nothing to do", failed: "failed", refused: "trust refused")

    /// The paragraph of the commands that change what this machine serves.
    static let choiceHelp = help(done: "done", failed: "not possible")
}

extension Severity {
    /// Ends the command with this severity's exit status, unless it is harmless; the message is already printed.
    func endCommand() throws(ExitCode) {
        if self != .harmless { throw ExitCode(rawValue) }
    }
}

/// Why a command ends without its result: the message, and the exit status.
struct Failure: Error {
    let message: String
    let status: Int32

    init(_ message: String, status: Int32 = ExitStatus.failed) {
        self.message = message
        self.status = status
    }

    /// The failure of an error that a library throws; nil for wrong usage, and for a status without a message.
    init?(_ error: any Error) {
        switch error {
        case let error as Failure: self = error
        case let error as AgentError:
            self.init(error.description, status: error.family.severity.rawValue)
        case let error as ChoiceError: self.init(error.message)
        case let error as ExportError: self.init(error.message, status: error.severity.rawValue)
        case let error as FileError: self.init(error.description)
        default: return nil
        }
    }
}
