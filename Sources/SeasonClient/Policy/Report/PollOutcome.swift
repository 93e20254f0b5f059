extension PollReport {
    package enum Outcome: String, CaseIterable, Sendable {
        /// At least one year was switched to what is published.
        case updated
        /// The published versions are the served ones.
        case upToDate = "up-to-date"
        /// No repository is configured: the bundles inside the program are served.
        case embeddedOnly = "embedded-only"
        /// The repository was read, but at least one year could not follow it.
        case incomplete
        /// No usable answer.
        case unreachable
        /// The answer is signed correctly but older than what the agent knows: a cache is behind.
        ///
        /// The agent uses nothing of it. An attacker who replays old answers on purpose is found by
        /// the expiry of the known metadata, like one who does not answer.
        case older = "older-copy"
        /// The answer is not what a trusted repository says.
        case refused
        /// The agent cannot work in the state folder.
        case state = "state-failed"
        /// The agent was asked to end.
        case cancelled
        /// The poll did not finish: it crashed, or took too long.
        case brokenOff = "broken-off"
    }
}

extension PollReport.Outcome {
    /// A new outcome has its case, its row below, and its words in the program.
    package struct Meaning: Equatable, Sendable {
        /// The kind of trouble that ended the poll; nil for the other outcomes.
        package let trouble: Trouble?
        package let hasNews: Bool
        /// What the poll does to the count of failures in a row, on which the next pause depends.
        package let failures: FailureCount
        /// How serious the outcome is; nil for the most serious trouble of its years.
        package let severity: Severity?

        /// Whether the poll failed, so that the served content may be outdated.
        package var isFailure: Bool { failures == .oneMore }
    }

    package enum FailureCount: Equatable, Sendable {
        case zero
        case oneMore
        case unchanged
        /// One more, unless every held-back year was refused: asking more often does not make it right.
        case oneMoreUnlessRefused
    }

    package var meaning: Meaning {
        switch self {
        case .updated, .upToDate:
            Meaning(trouble: nil, hasNews: true, failures: .zero, severity: Severity.harmless)
        case .embeddedOnly:
            Meaning(trouble: nil, hasNews: false, failures: .zero, severity: Severity.harmless)
        case .incomplete:
            Meaning(trouble: nil, hasNews: true, failures: .oneMoreUnlessRefused, severity: nil)
        case .older: Meaning(.older, .zero)
        case .unreachable: Meaning(.unreachable, .oneMore)
        case .refused: Meaning(.refused, .oneMore)
        case .state: Meaning(.state, .oneMore)
        case .cancelled: Meaning(.cancelled, .unchanged)
        case .brokenOff:
            Meaning(trouble: nil, hasNews: false, failures: .oneMore, severity: .failed)
        }
    }

    package init(_ trouble: Trouble) {
        self = Self.allCases.first { $0.meaning.trouble == trouble } ?? .brokenOff
    }
}

extension PollReport.Outcome.Meaning {
    /// The row of an outcome that is one kind of trouble.
    fileprivate init(_ trouble: Trouble, _ failures: PollReport.Outcome.FailureCount) {
        self.init(trouble: trouble, hasNews: false, failures: failures, severity: trouble.severity)
    }
}
