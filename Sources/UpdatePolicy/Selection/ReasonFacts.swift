extension YearPlan {
    /// What this machine's programs lack for the published level; nil if they can read it.
    package var newerProgramNeeded: String? {
        candidates.lazy.flatMap { $0.failed }.first { $0.rule == .format }?.note
    }
}

extension YearPlan.Reason {
    /// Why this machine refuses the published version; nil for every other reason.
    package var refusal: String? {
        switch self {
        case .refused: sentence
        case .blocked(_, let finding) where finding.rule == .trial: sentence
        default: nil
        }
    }

    /// Why this machine could not test the published version; nil for every other reason.
    package var interruption: String? {
        guard case .blocked(_, let finding) = self, finding.rule == .machine else { return nil }
        return sentence
    }

    /// True if the year only waits for a time.
    package var isWaiting: Bool {
        guard case .blocked(_, let finding) = self else { return false }
        return finding.rule == .wave || finding.rule == .holdOff
    }

    /// True if a rule forbids what is published, and no time ends that.
    ///
    /// A hold keeps a machine from a season that it never had. The person who holds the machine wants that.
    ///
    /// - Returns: true if the year waits for a person.
    package func isForbidding(hadBefore: Bool) -> Bool {
        guard case .blocked(_, let finding) = self, !isWaiting else { return false }
        return finding.rule != .hold || hadBefore
    }

    /// When the year may take the published version; nil if that is not known.
    package var againUnixSeconds: Int64? {
        guard case .blocked(_, let finding) = self else { return nil }
        return finding.againUnixSeconds
    }
}
