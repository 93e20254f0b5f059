import UpdatePolicy

/// The exit statuses for people: in each command's help, and in docs/OPERATIONS.md.
enum ExitStatusText {
    /// The meaning of each status, in the order of docs/OPERATIONS.md.
    static let meanings: [(status: Int32, meaning: String)] = [
        (ExitStatus.done, "done, or nothing to do, even if a cache gave an older copy"),
        (
            ExitStatus.failed,
            """
            failed (`unreachable` or `state`). For `doctor`, there is a remedy. For `why`, there is \
            nothing to show. For `status`, the data may be outdated
            """
        ),
        (
            ExitStatus.broken,
            "only for `status`: something is not served, or the state folder fails"
        ),
        (
            ExitStatus.refused,
            "not trusted (`refused`), even if a stick (`poll --from`) has an older copy"
        ),
        (ExitStatus.usage, "wrong usage or configuration"),
    ]

    /// The table of docs/OPERATIONS.md.
    static var table: [String] {
        ["| status | meaning |", "|---|---|"]
            + meanings.map { "| \($0.status) | \($0.meaning) |" }
    }

    /// A paragraph of a command's help.
    ///
    /// For example `Exit status: 0 done, 1 not possible, 64 wrong usage.`
    ///
    /// - Parameters:
    ///   - done: what 0 means for the command.
    ///   - failed: what 1 means for it.
    ///   - refused: what 3 means for it; nil if it never ends so.
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
