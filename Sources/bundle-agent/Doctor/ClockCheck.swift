import BundleFormat
import BundleUpdater
import Files
import TUF
import UpdatePolicy

/// Checks that the clock can be right: it must not be before a time that was written or signed
/// earlier.
enum ClockCheck {
    /// A time that was written earlier, and what it belongs to.
    struct Evidence: Equatable {
        /// `the last poll ended at`, before the time.
        let words: String
        let unixSeconds: Int64
        /// Whether the next poll replaces it; then it may come from a clock that was ahead.
        var isRenewed = false
    }

    static func run(_ state: StateFolder, signedUnixSeconds: Int64?, nowUnixSeconds: Int64)
        -> Diagnosis
    {
        diagnose(
            evidence(state, .standard)
                + [signedUnixSeconds].compactMap { $0 }
                .map { Evidence(words: "what is trusted was signed at", unixSeconds: $0) },
            nowUnixSeconds: nowUnixSeconds)
    }

    /// The times in the state folder.
    ///
    /// Every poll writes the report last. If the report exists, a later time in another file comes
    /// from a clock that was ahead, and no longer matters.
    private static func evidence(_ state: StateFolder, _ limits: AgentLimits) -> [Evidence] {
        func written(_ path: String) -> Evidence? {
            ((try? Files.modificationTime(path)) ?? nil).map {
                Evidence(words: "\(path) was written at", unixSeconds: $0, isRenewed: true)
            }
        }
        if let report = PollReport.read(state, limits) {
            let moments: [(String, Int64?)] = [
                ("the last poll ended at", report.finishedUnixSeconds),
                ("the repository was last reached at", report.lastSuccessUnixSeconds),
                ("a copy was last taken at", report.lastCopy?.atUnixSeconds),
            ]
            return moments.compactMap { (words, moment) in
                moment.map { Evidence(words: words, unixSeconds: $0, isRenewed: true) }
            } + [written(state.lastPoll)].compactMap { $0 }
        }
        let names = (try? Files.names(in: state.metadata)) ?? []
        return ([state.history] + names.map { "\(state.metadata)/\($0)" }).compactMap(written)
    }

    /// Compares the clock with the evidence.
    ///
    /// - Parameters:
    ///   - evidence: times that were written earlier.
    ///   - nowUnixSeconds: the clock.
    /// - Returns: the finding.
    static func diagnose(_ evidence: [Evidence], nowUnixSeconds: Int64) -> Diagnosis {
        let now = UTCTime(unixSeconds: nowUnixSeconds)
        let ahead = evidence.filter {
            Clock.isAhead($0.unixSeconds, nowUnixSeconds: nowUnixSeconds)
        }
        // A time that a poll does not renew is the stronger sign.
        guard
            let worst = ahead.filter({ !$0.isRenewed }).max(by: { $0.unixSeconds < $1.unixSeconds })
                ?? ahead.max(by: { $0.unixSeconds < $1.unixSeconds })
        else {
            return .ok("clock", "it says \(now), later than everything that was written or signed")
        }
        let set = "set the clock: timedatectl set-ntp true, or date --set"
        return .problem(
            "clock",
            "it says \(now), but \(worst.words) \(UTCTime(unixSeconds: worst.unixSeconds)),"
                + " which is to come",
            remedy: worst.isRenewed
                ? set
                    + "; where it is right now, it was ahead then: 'bundle-agent poll' forgets that"
                : set)
    }
}
