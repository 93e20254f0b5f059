import BreakdownRenderer
import BundleFormat
import JSON

/// New matches compared with a live season.
///
/// A finding disappears when the live season answers it with a row, with a word, or with a sample. A sample
/// that shows the same difference says that the author wants it so.
package struct DriftReport: Sendable {
    package let year: BundleYear
    /// The content that the matches were compared with.
    package let version: ContentVersion
    /// How many matches were compared: all that have a breakdown.
    package let comparedCount: Int
    /// How many of the given matches have none: they are not played or not scored yet.
    package let blankCount: Int
    /// The differences, the gravest first.
    package let findings: [DriftFinding]

    /// Compares the matches with the season.
    ///
    /// - Parameters:
    ///   - values: matches of the season, as the API gives them; if two have the same key, the last counts.
    package init(_ values: [JSON], with season: LiveSeason) {
        let played = values.compactMap(DriftMatch.init)
        let matches = Self.lastOfEachKey(played)
        let found = Self.compared(matches, with: season)
        year = season.year
        version = season.version
        comparedCount = matches.count
        blankCount = values.count - played.count
        findings = found.filter(\.needsReview) + found.filter { !$0.needsReview }
    }

    /// Whether a person should look at the season.
    package var needsReview: Bool { findings.contains(where: \.needsReview) }

    private static func lastOfEachKey(_ matches: [DriftMatch]) -> [DriftMatch] {
        var places: [String: Int] = [:]
        var kept: [DriftMatch] = []
        for match in matches {
            if let at = places[match.key] {
                kept[at] = match
            } else {
                places[match.key] = kept.count
                kept.append(match)
            }
        }
        return kept
    }
}
