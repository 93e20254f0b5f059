import BundleArchive
import BundleFormat
import Files
import TUF

/// The sentences for errors; `last-poll.json` keeps them, so the library makes them.
extension AgentError: CustomStringConvertible {
    /// What happened, to what, and the remedy where there is one.
    package var description: String {
        switch self {
        case .update(.repository(let error)) where error.isOfPackagedRoot:
            "\(error); this machine's own root metadata is damaged: get root.json anew from the person"
                + " who publishes, and name it with --root"
        case .update(let error): error.description
        case .archive(let error): error.description
        case .file(let error): error.description
        case .foreignState(let path):
            "\(ForeignStateText.finding(path)); \(ForeignStateText.remedy)"
        case .damaged(let set, let problem): "\(set): \(problem); the next poll repairs it"
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
}
