import BundleFormat
import TUF
import UpdatePolicy

/// Why a poll, or one year of it, could not continue; the cases say what happens next.
package enum AgentError: Error, Equatable, Sendable {
    /// Metadata or a zip could not be fetched, or is refused.
    case update(UpdateError)
    /// A bundle differs from its manifest; the sentence says how.
    case content(String)
    /// The state folder, a bundle or the root metadata cannot be read or written; the sentence says why.
    case disk(String)
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
    /// The given path is not a copy of a repository; the sentence says why.
    case copy(path: String, problem: String)

    /// The family.
    package var family: Trouble {
        switch self {
        case .update(.transfer(.cancelled)): .cancelled
        case .update(.transfer(.sink)), .update(.store): .state
        case .update(.repository(.rollback(role: TopLevelRole.timestamp.rawValue, _, _))): .older
        case .update(.transfer(.tooLong)), .update(.repository): .refused
        case .update(.transfer), .copy: .unreachable
        case .content, .selfTest, .recallList: .refused
        case .disk, .foreignState, .damaged, .space, .busy, .selfTestNotRun, .selfTestUndecided,
            .selfTestCutOff:
            .state
        }
    }

    /// Whether a bundle, or the test of it, failed, and not this machine's state folder or disk.
    package var isOfBundle: Bool {
        switch self {
        case .update(.store), .disk, .foreignState, .damaged, .space, .busy: false
        case .update, .content, .selfTest, .selfTestNotRun, .selfTestUndecided, .selfTestCutOff,
            .recallList, .copy:
            true
        }
    }

    /// How long the server asked to wait, if it did.
    package var retryAfterSeconds: Int? {
        guard case .update(.transfer(.retryAfter(let seconds, _))) = self else { return nil }
        return seconds
    }

    /// The verdict about the bundle that `trials.json` remembers; nil if the error says nothing about the bundle.
    var verdictToRemember: Trials.Verdict? {
        switch self {
        case .selfTest: .failedTest(description)
        case .selfTestCutOff(let sentence): .cutOff(sentence)
        case .content(let sentence): .wrongContent(sentence)
        default: nil
        }
    }
}

/// The sentences; `last-poll.json` keeps them.
extension AgentError: CustomStringConvertible {
    /// What happened, to what, and the remedy where there is one.
    package var description: String {
        switch self {
        case .update(.repository(let error)) where error.isOfPackagedRoot:
            "\(error.description); this machine's own root metadata is damaged: get root.json anew from"
                + " the person who publishes, and name it with --root"
        case .update(let error): error.description
        case .content(let sentence), .disk(let sentence): sentence
        case .foreignState(let path):
            "\(ForeignStateText.finding(path)); \(ForeignStateText.remedy)"
        case .damaged(let set, let problem):
            "\(set): \(problem.description); the next poll repairs it"
        case .recallList(let sentence): "\(sentence); the recalls known before stay"
        case .copy(let path, let problem): "\(path): \(problem)"
        case .space(let path, let needed, let free):
            "\(path): expected \(needed / 1_000) kB free for the download, found \(free / 1_000) kB;"
                + " make room there, or give another folder with --state"
        case .busy(let state):
            "\(state): another bundle-agent is at work there; do the same again when it is done"
        case .selfTest(let sentence): "self-test: \(sentence)"
        case .selfTestNotRun(let program, let problem):
            "cannot run the self-test \(program): \(problem); install it, or configure self-test = none"
        case .selfTestUndecided(let sentence):
            "self-test undecided: \(sentence); the next poll tries again"
        case .selfTestCutOff(let sentence):
            "self-test undecided: \(sentence); the next polls try again, after pauses that grow"
        }
    }

    /// What a person can do about it; nil if there is nothing, or if the error's own sentence has it.
    ///
    /// It depends on whether this machine has verified the repository before.
    package func remedy(isKnown: Bool) -> String? {
        guard case .update(let error) = self else { return nil }
        return switch error {
        case .repository(let error) where error.isOfPackagedRoot: nil
        case .repository(.signatures) where isKnown:
            "this machine has verified the repository before: tell its publisher, and keep the root metadata"
        case .repository(.rollback):
            "a mirror or a cache is behind: wait, or name another mirror; if it stays so, tell the publisher"
        case .repository(.signatures):
            "the root metadata is of another repository: get this one's root.json from the person who"
                + " publishes, or name the other address"
        case .repository(.expired):
            "set the clock if it is wrong; else the publisher has to sign anew"
        case .repository: "the repository is damaged: tell its publisher"
        case .transfer(let error): error.remedy
        case .store: nil
        }
    }
}

/// The sentences about a state folder that is not the agent's own.
package enum ForeignStateText {
    /// What is wrong.
    package static func finding(_ path: String) -> String {
        "\(path): expected an empty folder or the agent's own, found other files"
    }

    /// What to do about it.
    package static let remedy =
        "name another folder with --state; if everything in this one is the agent's, make an empty file"
        + " .bundle-agent in it"
}
