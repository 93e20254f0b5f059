import BundleArchive
import BundleFormat
import Files
import TUF
import UpdatePolicy

/// Why the agent, or one year of its work, could not continue; the cases say what happens next.
package enum AgentError: Error, Equatable, Sendable {
    /// Metadata or a zip could not be fetched, or is refused.
    case update(UpdateError)
    /// A bundle differs from its manifest, or could not be written.
    case archive(ArchiveError)
    /// The state folder or the root metadata cannot be read or written.
    case file(FileError)
    /// The state folder is neither empty nor the agent's own.
    case foreignState(path: String)
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
    /// The repository's recall list is malformed; the recalls that were known before stay.
    case recallList(String)
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
        case .archive(.content), .selfTest, .recallList: .refused
        case .archive(.disk), .file, .foreignState, .damaged, .space, .busy, .selfTestNotRun,
            .selfTestUndecided, .selfTestCutOff:
            .state
        }
    }

    /// Whether a bundle, or the test of it, failed, and not this machine's state folder or disk.
    var isOfBundle: Bool {
        switch self {
        case .update(.store), .archive(.disk), .file, .foreignState, .damaged, .space, .busy: false
        case .update, .archive, .selfTest, .selfTestNotRun, .selfTestUndecided, .selfTestCutOff,
            .recallList, .copy:
            true
        }
    }

    /// How long the server asked to wait, if it did.
    package var retryAfterSeconds: Int? {
        guard case .update(.transfer(.retryAfter(let seconds, _))) = self else { return nil }
        return seconds
    }
}
