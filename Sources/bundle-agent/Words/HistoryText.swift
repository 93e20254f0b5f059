import BundleFormat
import SeasonClient
import TUF

extension History.Entry {
    /// One line: the time, the season, the version that it serves from then on, and the reason; aligned.
    var line: String {
        let before = previous.map { " (before: \($0.short))" } ?? ""
        return [
            "\(UTCTime(unixSeconds: atUnixSeconds))", "\(year)",
            (served?.version.short ?? "nothing").padded(to: 12),
            (served?.origin.rawValue ?? "").padded(to: 10), why.rawValue.padded(to: 9),
            reason + before,
        ].joined(separator: "  ")
    }
}
