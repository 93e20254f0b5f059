/// The exit statuses of commands: the same trouble has the same status in every command.
///
/// `status` has another table (``Freshness/exitStatus``), which tells monitoring how old the served
/// content is.
package enum ExitStatus {
    /// Done, or nothing to do.
    package static let done: Int32 = 0
    /// It failed for a reason that says nothing against the signed content.
    package static let failed: Int32 = 1
    /// The answer is not what a trusted repository says.
    package static let refused: Int32 = 3
}

extension Trouble {
    /// The exit status of a command that met this trouble.
    package var exitStatus: Int32 {
        switch self {
        case .older: ExitStatus.done
        case .unreachable, .state, .cancelled: ExitStatus.failed
        case .refused: ExitStatus.refused
        }
    }

    /// The trouble for a copy: no cache stands between, so the person who carried it is told.
    package func ofCopy(_ isCopy: Bool) -> Trouble { isCopy && self == .older ? .refused : self }
}

extension PollReport {
    /// The exit status of a poll: that of its trouble, or the most serious of its years.
    package var exitStatus: Int32 {
        outcome.meaning.exitStatus
            ?? years.compactMap(\.family?.exitStatus).max() ?? ExitStatus.failed
    }
}
