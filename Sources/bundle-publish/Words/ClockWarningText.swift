import BundlePublisher

/// The words for a clock that may be behind.
enum ClockWarningText {
    /// What was found, and what to do.
    static func sentence(_ warning: ClockWarning, _ commands: PrintedCommands) -> String {
        "clock: found \(warning.now), but this home has seen what was signed at "
            + "\(warning.signedAt); if that clock was ahead, all is well; if this one is behind, "
            + "machines may take what is signed now for expired: set the clock, then run "
            + commands.refresh()
    }
}
