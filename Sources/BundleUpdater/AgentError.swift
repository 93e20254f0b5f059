import BundleArchive
import BundleFormat
import Files
import TUF
import UpdatePolicy

/// Why the agent, or one year of its work, could not continue; the cases say what happens next.
package enum AgentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Metadata or a zip could not be fetched, or is refused.
    case update(UpdateError)
    /// A bundle differs from its manifest, or could not be written.
    case archive(ArchiveError)
    /// The state folder or the root metadata cannot be read or written.
    case file(FileError)
    /// The set in use is not what the agent writes.
    case damaged(set: String, problem: BundleFormatError)
    /// The disk has less room than a download may need.
    case space(path: String, neededBytes: Int, freeBytes: Int)
    /// Another agent holds the lock of this state folder.
    case busy(state: String)
    /// A bundle did not pass the self-test; the sentence says how.
    case selfTest(String)
    /// The self-test's program could not be started; that says nothing about the bundle.
    case selfTestNotRun(program: String, problem: String)
    /// The self-test ended without a result; that says nothing about the bundle either.
    case selfTestUndecided(String)
    /// The self-test was killed or crashed: the machine had no memory or no time for it.
    ///
    /// It says nothing about the bundle, and it is tried again after growing pauses.
    case selfTestCutOff(String)
    /// The given path is not a copy of a repository.
    case copy(path: String, CopyProblem)

    /// The family.
    package var family: Trouble {
        switch self {
        case .update(.transfer(.cancelled)): .cancelled
        case .update(.transfer(.sink)), .update(.store): .state
        case .update(.repository(.rollback(role: TopLevelRole.timestamp.rawValue, _, _))): .older
        case .update(.transfer(.tooLong)), .update(.repository): .refused
        case .update(.transfer), .copy: .unreachable
        case .archive(.content), .selfTest: .refused
        case .archive(.disk), .file, .damaged, .space, .busy, .selfTestNotRun,
            .selfTestUndecided, .selfTestCutOff:
            .state
        }
    }

    /// How long the server asked to wait, if it did.
    package var retryAfterSeconds: Int? {
        guard case .update(.transfer(.retryAfter(let seconds, _))) = self else { return nil }
        return seconds
    }

    /// The sentence: what was expected, what came.
    package var description: String {
        switch self {
        case .update(let error): error.description
        case .archive(let error): error.description
        case .file(let error): error.description
        case .damaged(let set, let problem): "\(set): \(problem); the next poll repairs it"
        case .copy(let path, let problem): "\(path): \(problem)"
        case .space(let path, let needed, let free):
            "\(path): expected \(needed / 1_000) kB free for the download, found \(free / 1_000) kB;"
                + " make room there, or give another folder with --state"
        case .busy(let state): "\(state): another bundle-agent is at work there"
        case .selfTest(let sentence): "self-test: \(sentence)"
        case .selfTestNotRun(let program, let problem):
            "cannot run the self-test \(program): \(problem); install it, or configure self-test = none"
        case .selfTestUndecided(let sentence):
            "self-test undecided: \(sentence); the next poll tries again"
        case .selfTestCutOff(let sentence):
            "self-test undecided: \(sentence); the next polls try again, after pauses that grow"
        }
    }
}
