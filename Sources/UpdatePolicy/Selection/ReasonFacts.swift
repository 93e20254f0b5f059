extension YearPlan {
    /// What a form that is published needs beyond this machine's programs; nil where there is none.
    package var newerProgramNeeded: String? {
        let unreadable = candidates.first { $0.version == nil }
        return unreadable?.failed.first { $0.rule == .format }?.note
    }
}

extension YearPlan.Reason {
    /// Why what is published cannot be taken; nil for every other reason.
    package var refusal: String? {
        switch self {
        case .refused: sentence
        case .blocked(_, let finding) where finding.rule == .trial: sentence
        default: nil
        }
    }

    /// Why this machine has not tested what is published; nil for every other reason.
    package var interruption: String? {
        guard case .blocked(_, let finding) = self, finding.rule == .machine else { return nil }
        return sentence
    }

    /// Whether only time stands between the year and what is published.
    package var isWaiting: Bool {
        guard case .blocked(_, let finding) = self else { return false }
        return finding.rule == .wave || finding.rule == .holdOff
    }

    /// When what stands against what is published may be gone; nil where nobody knows.
    package var againUnixSeconds: Int64? {
        guard case .blocked(_, let finding) = self else { return nil }
        return finding.againUnixSeconds
    }
}
