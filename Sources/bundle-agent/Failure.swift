import BundleUpdater
import Files
import SeasonClient

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
