import Files
import SeasonClient
import UpdatePolicy

/// Whether the clock can be right: it must not be before a time that was written or signed earlier.
package enum ClockDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// It is later than every stored time.
    case plausible(nowUnixSeconds: Int64)
    /// It is before this stored time.
    case behind(Evidence, nowUnixSeconds: Int64)

    /// A time that was stored earlier.
    package struct Evidence: Equatable, Sendable {
        /// What happened at that time.
        package enum Event: Equatable, Sendable {
            case pollEnded
            case repositoryReached
            case copyTaken
            case metadataSigned
            case fileWritten(String)
        }

        package let event: Event
        package let unixSeconds: Int64

        /// Whether the next poll replaces the time; then it may come from a clock that was ahead.
        package var isRenewed: Bool { event != .metadataSigned }
    }

    /// Compares the clock with the evidence.
    package init(_ evidence: [Evidence], nowUnixSeconds: Int64) {
        let ahead = evidence.filter {
            Clock.isAhead($0.unixSeconds, nowUnixSeconds: nowUnixSeconds)
        }
        // A time that a poll does not renew is the stronger sign.
        let worst =
            ahead.filter { !$0.isRenewed }.max { $0.unixSeconds < $1.unixSeconds }
            ?? ahead.max { $0.unixSeconds < $1.unixSeconds }
        self =
            worst.map { .behind($0, nowUnixSeconds: nowUnixSeconds) }
            ?? .plausible(nowUnixSeconds: nowUnixSeconds)
    }

    package var check: Diagnosis.Check { .clock }

    package var level: Diagnosis.Level {
        switch self {
        case .plausible: .ok
        case .behind: .problem
        }
    }
}

extension ClockDiagnosis.Evidence {
    /// Reads the times in the state folder.
    ///
    /// Every poll writes the report last. If the report exists, a later time in another file comes
    /// from a clock that was ahead, and no longer matters.
    static func read(_ state: StateFolder, _ limits: AgentLimits) -> [Self] {
        func written(_ path: String) -> Self? {
            ((try? Files.modificationTime(path)) ?? nil).map {
                Self(event: .fileWritten(path), unixSeconds: $0)
            }
        }
        if let report = PollReport.read(state, limits) {
            let moments: [(Event, Int64?)] = [
                (.pollEnded, report.finishedUnixSeconds),
                (.repositoryReached, report.lastSuccessUnixSeconds),
                (.copyTaken, report.lastCopy?.atUnixSeconds),
            ]
            return moments.compactMap { (event, moment) in
                moment.map { Self(event: event, unixSeconds: $0) }
            } + [written(state.lastPoll)].compactMap { $0 }
        }
        let names = (try? Files.names(in: state.metadata)) ?? []
        return ([state.history] + names.map { "\(state.metadata)/\($0)" }).compactMap(written)
    }
}
