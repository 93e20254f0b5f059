/// The exit statuses of commands: the same trouble has the same status in every command.
///
/// The program says what each status means, and docs/OPERATIONS.md has the table. Monitoring reads from the
/// status of `status` how old the served content is.
package enum ExitStatus {
    /// The command did its work, or there was nothing to do.
    package static let done: Int32 = 0
    /// It failed for a reason that says nothing against the signed content.
    package static let failed: Int32 = 1
    /// Only `status`: the repository has not answered for too long.
    package static let stale = failed
    /// Only `status`: something is not served, or the state folder fails.
    package static let broken: Int32 = 2
    /// The received data is not what a trusted repository says.
    package static let refused: Int32 = 3
    /// The command line or the configuration is wrong (`EX_USAGE` of sysexits.h).
    package static let usage: Int32 = 64
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

    /// The trouble for a copy: it came through no cache, so an older copy is reported as refused.
    package func ofCopy(_ isCopy: Bool) -> Trouble { isCopy && self == .older ? .refused : self }
}

extension PollReport {
    /// The exit status of a poll: that of its trouble, or the most serious of its years.
    package var exitStatus: Int32 {
        outcome.meaning.exitStatus
            ?? (years.map { $0.family } + [leftOut.family]).compactMap { $0?.exitStatus }.max()
            ?? ExitStatus.failed
    }
}
