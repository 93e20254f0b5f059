import UpdatePolicy

/// The exit statuses in each command's help; docs/OPERATIONS.md has a table of them.
enum ExitStatusText {
    /// A paragraph of a command's help.
    ///
    /// For example `Exit status: 0 done, 1 not possible, 64 wrong usage.`
    ///
    /// - Parameter refused: what 3 means for the command; nil if it never ends so.
    static func help(done: String, failed: String, refused: String? = nil) -> String {
        "Exit status: \(ExitStatus.done) \(done), \(ExitStatus.failed) \(failed), "
            + (refused.map { "\(ExitStatus.refused) \($0), " } ?? "")
            + "\(ExitStatus.usage) wrong usage."
    }

    /// The paragraph of the commands that poll.
    static let poll = help(
        done: "done or nothing to do", failed: "failed", refused: "trust refused")

    /// The paragraph of the commands that change what this machine serves.
    static let choice = help(done: "done", failed: "not possible")
}
