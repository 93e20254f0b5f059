import ArgumentParser
import BundlePublisher

/// How the program ends if not with success, failure or wrong usage.
extension ExitCode {
    /// The authors' files have mistakes, or a person should look at a season.
    static let mistakes = ExitCode(2)
    /// What is published, or a root that waits for signatures, is not what our root vouches for.
    static let refused = ExitCode(3)
    /// Seasons stay as they are, because the commit does not contain what is live.
    static let behind = ExitCode(4)

    /// How a command ends that has failed; what was published is still served.
    init(_ kind: PublishError.Kind) {
        switch kind {
        case .mistakes: self = .mistakes
        case .refused: self = .refused
        case .choose: self = .validationFailure
        case .failed, .webPage, .tooLong, .keyReplaced, .nowhereToWrite, .busy: self = .failure
        }
    }

    static let meanings: [(status: ExitCode, meaning: String)] = [
        (success, "done, or nothing to do"), (failure, "failed"),
        (mistakes, "the seasons or files of the home have mistakes"),
        (refused, "the published repository, or a root that waits, is not trusted"),
        (behind, "a season stays as it is: this commit does not contain what is live"),
        (validationFailure, "wrong usage"),
    ]

    static var help: String {
        let texts = meanings.map { "\($0.status.rawValue) \($0.meaning)" }
        return "Exit status: " + texts.joined(separator: ",\n") + "."
    }
}
