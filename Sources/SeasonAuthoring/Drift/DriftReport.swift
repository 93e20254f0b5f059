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

/// A difference between new matches and the live description, with the matches that show it.
package struct DriftFinding: Equatable, Sendable {
    package enum Change: Hashable, Sendable {
        /// No row reads a field that no sample has.
        case newField(String)
        /// A row shows a word as it is, although it has others of that field; no sample has the word.
        case newWord(String, field: String)
        /// A field has a word that no sample has and the description does not name; its rows treat it
        /// like any other.
        case unnamedWord(String, field: String)
        case problem(String)
        /// The description does not apply to the matches, so they have the generic table.
        case notDescribed
        /// A total is no sum of known points, although it was in the samples.
        case unexplainedTotal(field: String, parts: [String])
        /// All samples have a field, and the latest matches do not.
        case stoppedField(String)
    }

    package let change: Change
    /// The keys of the matches, in the order in which they were given; at least one.
    package let matches: [String]

    /// Whether a person should look at the season; if not, the finding is only something to know.
    package var needsReview: Bool {
        if case .unnamedWord = change { return false }
        return true
    }

    /// The same text for the same difference, in every run.
    package var id: String {
        switch change {
        case .newField(let field): "newField \(field)"
        case .newWord(let word, let field): "newWord \(field) \(word)"
        case .unnamedWord(let word, let field): "unnamedWord \(field) \(word)"
        case .problem(let problem): "problem \(problem)"
        case .notDescribed: "notDescribed"
        case .unexplainedTotal(let field, _): "unexplainedTotal \(field)"
        case .stoppedField(let field): "stoppedField \(field)"
        }
    }
}

/// A match with a score breakdown, as it was given.
struct DriftMatch: Sendable {
    let key: String
    let json: JSON
    /// The second in which it was played, or should have been; nil if unknown.
    let playedSecond: Int64?

    /// Reads a match; nil if it has no key, or no breakdown yet.
    init?(_ json: JSON) {
        guard let key = json["key"]?.stringValue,
            json["score_breakdown"]?.objectValue?.isEmpty == false
        else { return nil }
        self.key = key
        self.json = json
        playedSecond =
            json["actual_time"]?.integerValue ?? json["time"]?.integerValue
            ?? json["predicted_time"]?.integerValue
    }
}

/// The limits of a comparison with new matches.
enum DriftLimits {
    /// Levels down to which fields are looked for.
    static let levelsMax = 12
    /// Different texts of one field that count as the words of an enumeration.
    static let wordsMax = 20
    /// Fields that a total may be a sum of; the seasons so far have up to 18.
    static let partsMax = 20
    /// Fields of one sum: with 20 fields there are 60,000 such sums, and all of them are tried.
    static let sumPartsMax = 6
    /// Alliances in the samples with which each sum is tried.
    static let sidesMax = 40
    /// Matches with an unexplained total that are a finding, if they are a twentieth of all, too.
    static let unexplainedMin = 3
    /// The latest matches that must lack a field before we say that it no longer comes; an event's
    /// morning has as many.
    static let lackingMin = 12
    /// Findings of one kind that are kept; more of them are one change of the whole game.
    static let findingsMax = 200
}
