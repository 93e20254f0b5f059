import BundleArchive
import Containers
import SeasonClient
import TUF

/// Why a copy of a repository cannot be used.
package enum CopyProblem: Error, Equatable, Sendable {
    /// Nothing is at the path.
    case absent
    /// It is a pipe, a device or a socket.
    case special
    /// The system does not let the agent read it; the sentence says why.
    case unreadable(String)
    /// Something below the folder is neither a file nor a folder.
    case foreign(String)
    /// A folder without a repository, and the folder below it that has one; nil if none has.
    case noRepository(String?)
    /// A file that `export` did not make, or only a part of one.
    case noFile(String)
    /// A container that is refused.
    case container(ContainerProblem)
    /// The process that reads containers gave no result.
    case reader(ContainerProcessEnd)
}

/// The sentences for copies; `last-poll.json` keeps them, so the library makes them.
extension CopyProblem: CustomStringConvertible {
    /// What is wrong, and the remedy.
    package var description: String {
        switch self {
        case .absent: "nothing is there; is the stick plugged in and mounted?"
        case .special:
            "expected a folder or a file, found a pipe, a device or a socket; mount the stick and name its folder,"
                + " or give '-' to read standard input"
        case .unreadable(let problem):
            "\(problem); let this user read it, or run the command as root"
        case .foreign(let path):
            "\(path): expected a file or a folder, found a link, a device or a pipe; nothing in a copy may lead"
                + " elsewhere: put what it leads to in its place ('cp -rL' does)"
        case .noRepository(let hint):
            "expected a published directory with metadata/timestamp.json, found none; "
                + (hint.map { "did you mean \($0)?" }
                    ?? "copy it again, or make it with 'bundle-agent export'")
        case .noFile(let problem):
            "expected a file made by 'bundle-agent export', found another or half of one"
                + " (\(problem)); copy it again, or unpack it and give the folder"
        case .container(let problem): problem.description
        case .reader(let end): end.description
        }
    }

    /// What an error of a poll from a copy means to the person with the stick.
    package static func sentence(for error: AgentError) -> String {
        switch error {
        case .update(.transfer(.absent(let file))):
            "\(file) is missing: the copy is not complete; copy it again"
        case .update(.transfer(.unreachable(let problem))):
            "\(problem); was the stick pulled out? plug it in and poll again"
        case .update(.transfer(.tooLong)), .content:
            "\(error); the copy is damaged; copy it again"
        case .update(.repository(let problem)) where !problem.isOfPackagedRoot:
            sentence(for: problem)
        default: error.description
        }
    }

    private static func sentence(for error: RepositoryError) -> String {
        switch error {
        case .signatures:
            "\(error); it is from before the repository's key was replaced, or another repository's: make it"
                + " anew on a machine that is up to date"
        case .rollback(let role, let trusted, let found):
            "it is older than what this machine has (\(role) \(found), here \(trusted)), nothing"
                + " was taken; make it anew on a machine that is up to date"
        case .expired(let role, let at, let now):
            "its \(role) ran out at \(at), and the clock says \(now); make it anew on a machine"
                + " that is up to date, or set the clock"
        default: "\(error); the copy is damaged or half made; copy it again"
        }
    }
}
