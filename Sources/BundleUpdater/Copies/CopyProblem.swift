import Containers
import SeasonClient
import TUF

/// Why a copy of a repository cannot be used, and the remedy.
package struct CopyProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether this machine has no libarchive, so that it cannot say what the file is.
    let isLibraryMissing: Bool

    init(_ description: String) {
        self.description = description
        isLibraryMissing = false
    }

    init(_ problem: ContainerProblem) {
        description = problem.description
        if case .noLibrary = problem { isLibraryMissing = true } else { isLibraryMissing = false }
    }

    /// A file that `export` did not make, or only a part of one.
    static func noFile(_ problem: String) -> CopyProblem {
        CopyProblem(
            "expected a file made by 'bundle-agent export', found another or half of one"
                + " (\(problem)); copy it again, or unpack it and give the folder")
    }

    /// The system does not let the agent read it.
    static func unreadable(_ problem: some CustomStringConvertible) -> CopyProblem {
        CopyProblem("\(problem); let this user read it, or run the command as root")
    }
}

/// What the errors of a poll from a copy mean to the person with the stick; `last-poll.json` keeps these sentences.
extension AgentError {
    package var sentenceOfCopy: String {
        switch self {
        case .update(.transfer(.absent(let file))):
            "\(file) is missing: the copy is not complete; copy it again"
        case .update(.transfer(.unreachable(let problem, _))):
            "\(problem); was the stick pulled out? plug it in and poll again"
        case .update(.transfer(.tooLong)), .content:
            "\(self); the copy is damaged; copy it again"
        case .update(.repository(let problem)) where !problem.isOfPackagedRoot:
            problem.sentenceOfCopy
        default: description
        }
    }
}

extension RepositoryError {
    fileprivate var sentenceOfCopy: String {
        switch self {
        case .signatures:
            "\(self); a superseded key has signed it, or it is of another repository: make a new copy on a"
                + " machine that is up to date"
        case .rollback(let role, let trusted, let found):
            "it is older than what this machine has (\(role) \(found), here \(trusted)); nothing"
                + " was taken: make a new copy on a machine that is up to date"
        case .expired(let role, let at, let now):
            "its \(role) expired at \(at), and the clock says \(now); make a new copy on a machine"
                + " that is up to date, or set the clock"
        default: "\(self); the copy is damaged or incomplete; copy it again"
        }
    }
}
