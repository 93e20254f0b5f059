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
    /// How many of the given matches have a breakdown.
    package let givenCount: Int
    /// How many of the given matches have none: they are not played or not scored yet.
    package let blankCount: Int
    /// How many matches this run compared: all that no earlier run has compared without a finding.
    package let comparedCount: Int
    /// The differences, the gravest first.
    package let findings: [DriftFinding]
    /// What the next run need not compare again.
    package let state: DriftState
    private let known: Set<String>

    /// Compares the matches with the season.
    ///
    /// - Parameters:
    ///   - values: matches of the season, as the API gives them; if two have the same key, the last counts.
    package init(_ values: [JSON], with season: LiveSeason, after state: DriftState) {
        let played = values.compactMap(DriftMatch.init)
        let matches = Self.lastOfEachKey(played)
        let unknown = state.unknown(among: matches)
        let drift = Self.compared(unknown, with: season)
        year = season.year
        version = season.version
        givenCount = matches.count
        blankCount = values.count - played.count
        comparedCount = unknown.count
        findings = drift.findings.filter(\.needsReview) + drift.findings.filter { !$0.needsReview }
        known = state.findings
        self.state = state.adding(unknown, findings, undecided: drift.undecided)
    }

    /// Whether a person should look at the season.
    package var needsReview: Bool { findings.contains(where: \.needsReview) }

    /// Whether the run before this one did not have a finding.
    package func isNew(_ finding: DriftFinding) -> Bool { !known.contains(finding.id) }

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
