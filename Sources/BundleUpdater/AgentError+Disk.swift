import BundleArchive
import BundleFormat
import Files
import Platform
import SeasonClient

extension AgentError {
    /// The error of a system call.
    package static func file(_ error: FileError) -> AgentError { .state(error.description) }

    /// The error of a bundle that was read or written.
    static func archive(_ error: ArchiveError) -> AgentError {
        switch error {
        case .content(let error): .content(error.description)
        case .disk(let error): .file(error)
        }
    }

    /// Another agent holds the lock of this state folder.
    static func busy(_ state: StateFolder) -> AgentError {
        .state(
            "\(state.path): another bundle-agent is working there; try again when it has ended"
        )
    }

    /// The self-test's program could not be started.
    static func selfTestNotRun(_ program: String, _ error: ChildStartError) -> AgentError {
        .untested(
            "cannot run the self-test \(program): \(error); install it, or configure"
                + " self-test = none")
    }

    /// The self-test ended without a result.
    static func selfTestUndecided(_ sentence: String) -> AgentError {
        .untested("self-test undecided: \(sentence); the next poll tries again")
    }
}
