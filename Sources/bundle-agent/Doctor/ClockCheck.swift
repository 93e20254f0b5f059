import BundleFormat
import BundleUpdater
import Files
import TUF
import UpdatePolicy

/// Whether the clock can be right: it must not be behind what was written or signed before now.
enum ClockCheck {
    /// Something that a clock has said before, and what it was said of.
    struct Evidence: Equatable {
        /// `the last poll ended at`, followed by the moment.
        let words: String
        let unixSeconds: Int64
        /// Whether the next poll replaces it, so that it may stem from a clock that was ahead.
        var isRenewed = false
    }

    static func run(_ state: StateFolder, signedUnixSeconds: Int64?, nowUnixSeconds: Int64)
        -> Diagnosis
    {
        judge(
            evidence(state, .standard)
                + [signedUnixSeconds].compactMap { $0 }
                .map { Evidence(words: "what is trusted was signed at", unixSeconds: $0) },
            nowUnixSeconds: nowUnixSeconds)
    }

    /// What the state folder says of the clock.
    ///
    /// The report is written last in every poll. Where it is there, a later moment of another file is left from
    /// a clock that was ahead, and has been outlived.
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

    /// Judges the clock.
    ///
    /// - Parameters:
    ///   - evidence: what clocks have said before.
    ///   - nowUnixSeconds: what the clock says.
    /// - Returns: what was found.
    static func judge(_ evidence: [Evidence], nowUnixSeconds: Int64) -> Diagnosis {
        let now = UTCTime(unixSeconds: nowUnixSeconds)
        let ahead = evidence.filter {
            Clock.isAhead($0.unixSeconds, nowUnixSeconds: nowUnixSeconds)
        }
        // What a poll does not renew is the surer sign.
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
