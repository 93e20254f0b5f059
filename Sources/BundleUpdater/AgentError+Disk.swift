import BundleArchive
import BundleFormat
import Files
import SeasonClient

extension AgentError {
    /// The error of a system call.
    package static func file(_ error: FileError) -> AgentError { .disk(error.description) }

    /// The error of a bundle that was read or written.
    static func archive(_ error: ArchiveError) -> AgentError {
        switch error {
        case .content(let error): .content(error.description)
        case .disk(let error): .file(error)
        }
    }
}
