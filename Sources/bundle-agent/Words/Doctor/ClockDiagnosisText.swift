import BundleUpdater
import TUF

extension ClockDiagnosis {
    /// What `doctor` says about the clock.
    ///
    /// - Parameter poll: the command that polls on this machine.
    /// - Returns: the words.
    func words(poll: String) -> DiagnosisText.Words {
        switch self {
        case .plausible(let now):
            (
                "it says \(UTCTime(unixSeconds: now)), later than everything that was written or"
                    + " signed", nil
            )
        case .behind(let evidence, let now):
            (
                "it says \(UTCTime(unixSeconds: now)), but \(evidence.event.words)"
                    + " \(UTCTime(unixSeconds: evidence.unixSeconds)), which is to come",
                "set the clock: timedatectl set-ntp true, or date --set"
                    + (evidence.isRenewed
                        ? "; where it is right now, it was ahead then: '\(poll)' forgets that"
                        : "")
            )
        }
    }
}

extension ClockDiagnosis.Evidence.Event {
    fileprivate var words: String {
        switch self {
        case .pollEnded: "the last poll ended at"
        case .repositoryReached: "the repository was last reached at"
        case .copyTaken: "a copy was last taken at"
        case .metadataSigned: "what is trusted was signed at"
        case .fileWritten(let path): "\(path) was written at"
        }
    }
}
