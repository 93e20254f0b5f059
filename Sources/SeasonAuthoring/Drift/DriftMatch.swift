import JSON

/// A match with a score breakdown, as it was given.
package struct DriftMatch: Sendable {
    package let key: String
    let json: JSON
    /// The second in which it was played, or should have been; nil if unknown.
    let playedSecond: Int64?

    /// Reads a match; nil if it has no key, or no breakdown yet.
    package init?(_ json: JSON) {
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
