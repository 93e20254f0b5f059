extension YearPlan {
    /// The reason that people see: what keeps the year from what is published, or else why it serves what it serves.
    package var reportedReason: Reason { hindrance ?? reason }

    /// The trouble that a poll reports of the year if nothing happens meanwhile; nil if there is none.
    ///
    /// A person's choice is no trouble, unless it leaves the year without any version.
    package var trouble: Trouble? {
        reportedReason.trouble
            ?? (result == nil && reportedReason.isForbidding(hadBefore: hadBefore) ? .state : nil)
    }

    /// What this machine's programs lack for the published level; nil if they can read it.
    package var newerProgramNeeded: String? {
        candidates.lazy.flatMap { $0.failed }.first { $0.rule == .format }?.note
    }
}

extension YearPlan.Reason {
    /// What blocks the published version; nil for every other reason.
    private var blocking: Finding? {
        if case .blocked(_, let finding) = self { finding } else { nil }
    }

    /// The trouble that keeps a year from the published version; nil if there is none.
    package var trouble: Trouble? {
        if case .refused = self { return .refused }
        return switch blocking?.rule {
        case .trial: .refused
        case .machine, .room: .state
        default: nil
        }
    }

    /// True if the year only waits for a time.
    package var isWaiting: Bool { blocking?.rule == .wave || blocking?.rule == .holdOff }

    /// True if a rule forbids what is published, and no time ends that, so that the year waits for a person.
    ///
    /// A hold keeps a machine from a season that it never had. The person who holds the machine wants that.
    package func isForbidding(hadBefore: Bool) -> Bool {
        guard let blocking, !isWaiting else { return false }
        return blocking.rule != .hold || hadBefore
    }

    /// When the year may take the published version; nil if that is not known.
    package var againUnixSeconds: Int64? { blocking?.againUnixSeconds }
}
