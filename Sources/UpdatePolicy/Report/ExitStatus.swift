/// How commands end: one trouble, one exit status, whichever command meets it.
///
/// `status` has another table (``Freshness/exitStatus``): it meets no trouble, it tells monitoring how old what is
/// served is.
package enum ExitStatus {
    /// Done, or nothing to do.
    package static let done: Int32 = 0
    /// It did not work, for a reason that says nothing against what is signed.
    package static let failed: Int32 = 1
    /// What came is not what a trusted repository says.
    package static let refused: Int32 = 3
}

extension Trouble {
    /// The exit status of a command that met it.
    package var exitStatus: Int32 {
        switch self {
        case .older: ExitStatus.done
        case .unreachable, .state, .cancelled: ExitStatus.failed
        case .refused: ExitStatus.refused
        }
    }

    /// What it is where a copy was asked: no cache stands between, so that whoever carried it is told.
    package func ofCopy(_ isCopy: Bool) -> Trouble { isCopy && self == .older ? .refused : self }
}

extension PollReport {
    /// The exit status of a poll: that of its trouble, or the gravest of its years.
    package var exitStatus: Int32 {
        switch outcome {
        case .updated, .upToDate, .embeddedOnly: ExitStatus.done
        case .older: Trouble.older.exitStatus
        case .unreachable: Trouble.unreachable.exitStatus
        case .refused: Trouble.refused.exitStatus
        case .state: Trouble.state.exitStatus
        case .cancelled: Trouble.cancelled.exitStatus
        case .brokenOff: ExitStatus.failed
        case .incomplete: years.compactMap(\.family?.exitStatus).max() ?? ExitStatus.failed
        }
    }
}
