import BundleFormat
import TUF
import UpdatePolicy

/// A switch, for people.
enum SwitchText {
    /// One line: the time, the season, the version that it serves from then on, and the reason.
    ///
    /// - Parameter entry: the switch.
    /// - Returns: the line, aligned.
    static func line(_ entry: History.Entry) -> String {
        let before = entry.previous.map { " (before: \($0.short))" } ?? ""
        return [
            "\(UTCTime(unixSeconds: entry.atUnixSeconds))", "\(entry.year)",
            (entry.served?.version.short ?? "nothing").padded(to: 12),
            (entry.served?.origin.rawValue ?? "").padded(to: 10),
            entry.why.rawValue.padded(to: 9), entry.reason + before,
        ].joined(separator: "  ")
    }
}
