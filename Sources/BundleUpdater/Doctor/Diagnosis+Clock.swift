import Files
import JSON
import SeasonClient
import TUF

/// A time that was stored earlier.
struct ClockEvidence {
    /// What happened then: `the last poll ended at`.
    let event: String
    let unixSeconds: Int64
    /// Whether the next poll replaces the time; then it may come from a clock that was ahead.
    var isRenewed = true

    /// The times in the state folder and in the report of its last poll.
    ///
    /// Every poll writes the report last. If the report exists, a later time in another file comes
    /// from a clock that was ahead, and no longer matters.
    static func read(
        _ state: StateFolder, lastPoll: PollReport?, _ limits: AgentLimits
    ) -> [Self] {
        [signed(state, limits)].compactMap { $0 } + written(state, lastPoll)
    }

    /// When the stored metadata was signed, by the publisher's clock; polls under a wrong clock do not change it.
    private static func signed(_ state: StateFolder, _ limits: AgentLimits) -> Self? {
        let bytes = try? Files.read(
            "\(state.metadata)/timestamp.json", lengthBytesMax: limits.metadata.timestampBytesMax)
        let timestamp = bytes.flatMap { try? JSON.parse($0) }
        // This project's publisher takes the time as the version; another may not.
        guard let version = timestamp?["signed"]?["version"]?.integerValue, version > 1_500_000_000
        else { return nil }
        return Self(event: "what is trusted was signed at", unixSeconds: version, isRenewed: false)
    }

    /// What this machine's own clock has said.
    private static func written(_ state: StateFolder, _ report: PollReport?) -> [Self] {
        func written(_ path: String) -> Self? {
            ((try? Files.modificationTime(path)) ?? nil).map {
                Self(event: "\(path) was written at", unixSeconds: $0)
            }
        }
        guard let report else {
            let names = (try? Files.names(in: state.metadata)) ?? []
            return ([state.history] + names.map { "\(state.metadata)/\($0)" }).compactMap(written)
        }
        let moments = [
            ("the last poll ended at", report.finishedUnixSeconds),
            ("the repository was last reached at", report.lastSuccessUnixSeconds),
            ("a copy was last taken at", report.lastCopy?.atUnixSeconds),
        ]
        return moments.compactMap { (event, moment) in
            moment.map { Self(event: event, unixSeconds: $0) }
        } + [written(state.lastPoll)].compactMap { $0 }
    }
}

extension Diagnosis {
    /// What speaks against this machine's clock, with the remedy, for a person who does not ask about it; nil for nothing.
    package static func doubtfulClock(
        _ state: StateFolder, lastPoll: PollReport?, nowUnixSeconds: Int64
    ) -> String? {
        let found = clock(
            ClockEvidence.read(state, lastPoll: lastPoll, .standard), poll: "bundle-agent poll",
            nowUnixSeconds: nowUnixSeconds)
        if let remedy = found.remedy { return "\(found.finding); \(remedy)" }
        // A clock that is ahead shows in nothing else.
        guard let expires = lastPoll?.expiresUnixSeconds, expires <= nowUnixSeconds
        else { return nil }
        return "it says \(UTCTime(unixSeconds: nowUnixSeconds)), and what is trusted expired at"
            + " \(UTCTime(unixSeconds: expires)); if that day is wrong, \(setting)"
    }

    private static let setting = "set the clock: timedatectl set-ntp true, or date --set"

    /// Compares the clock with times that were written or signed: it must not be before them.
    ///
    /// `poll` is the command that polls on this machine.
    static func clock(
        _ evidence: [ClockEvidence], poll: String, nowUnixSeconds: Int64
    ) -> Diagnosis {
        let now = "it says \(UTCTime(unixSeconds: nowUnixSeconds))"
        let ahead = evidence.filter {
            StoredTime.isAhead($0.unixSeconds, nowUnixSeconds: nowUnixSeconds)
        }
        // A time that a poll does not renew is the stronger sign.
        let worst =
            ahead.filter { !$0.isRenewed }.max { $0.unixSeconds < $1.unixSeconds }
            ?? ahead.max { $0.unixSeconds < $1.unixSeconds }
        guard let worst else {
            return .ok(.clock, "\(now), later than everything that was written or signed")
        }
        return .problem(
            .clock,
            "\(now), but \(worst.event) \(UTCTime(unixSeconds: worst.unixSeconds)), which is in the future",
            remedy: setting
                + (worst.isRenewed
                    ? "; if it is right now, it was ahead then: '\(poll)' repairs that" : ""))
    }
}
