/// How serious the end of a command is, as its exit status, which monitoring reads (docs/OPERATIONS.md).
package enum Severity: Int32, Comparable, Sendable {
    /// The command did its work, or there was nothing to do.
    case harmless = 0
    /// It failed for a reason that says nothing against the signed content. For `status`: the content may be outdated.
    case failed = 1
    /// Only for `status`: something is not served, or the state folder fails.
    case broken = 2
    /// The received data is not what a trusted repository says.
    case refused = 3

    package static func < (left: Severity, right: Severity) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Trouble {
    package var severity: Severity {
        switch self {
        case .older: .harmless
        case .unreachable, .state, .cancelled: .failed
        case .refused: .refused
        }
    }

    /// The trouble for a copy: it came through no cache, so an older copy is reported as refused.
    package func ofCopy(_ isCopy: Bool) -> Trouble { isCopy && self == .older ? .refused : self }
}

extension PollReport {
    /// How serious the end of a poll is: that of its trouble, or the most serious of its years.
    package var severity: Severity {
        outcome.meaning.severity
            ?? (years.map { $0.family } + [leftOut.family]).compactMap { $0?.severity }.max()
            ?? .failed
    }
}

/// The kinds of trouble, by what the agent does about it.
package enum Trouble: String, Sendable {
    /// Serve what is there and try again soon: the network, or a server in the middle of a publish.
    case unreachable
    /// Serve what is there and raise an alarm: the answer is not what a trusted repository says.
    case refused
    /// Serve what is there and raise no alarm: a cache is behind another one.
    case older
    /// Serve what is there and raise an alarm: the disk failed, or another agent is at work.
    case state
    /// End: the agent was asked to.
    case cancelled
}
