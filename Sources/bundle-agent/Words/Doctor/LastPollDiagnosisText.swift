import BundleFormat
import BundleUpdater
import TUF

extension LastPollDiagnosis {
    /// What `doctor` says about the last poll.
    var words: DiagnosisText.Words {
        switch self {
        case .lost: ("its report is gone", "'bundle-agent poll' writes it anew")
        case .good(let at): ("\(UTCTime(unixSeconds: at)): it ended with 0", nil)
        case .failed(let at, let status, let problem, let remedy):
            (
                "\(UTCTime(unixSeconds: at)): it ended with \(status): \(problem)",
                remedy ?? "if the other checks find nothing, the next poll tries again"
            )
        case .heldBack(let at, let status, let years, let reason):
            (
                "\(UTCTime(unixSeconds: at)): it ended with \(status):"
                    + " \(years.map(\.description).joined(separator: ", ")): \(reason)",
                "'bundle-agent why \(years.first.map(\.description) ?? "YEAR")' says more"
            )
        case .leftOut(let at, let status, let sentence):
            (
                "\(UTCTime(unixSeconds: at)): it ended with \(status): \(sentence)",
                "ask the publisher whether so many seasons are meant: who has stolen the online key"
                    + " can publish any number"
            )
        }
    }
}
