import JSON

/// A match as FIRST's own API gives it: with its alliances as a list, and without a key.
package struct OtherForm: CustomStringConvertible {
    private let name: String

    /// Recognises the form.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    package init?(_ json: JSON) {
        guard json["key"] == nil else { return nil }
        for list in ["MatchScores", "Matches", "Schedule"] where json[list]?.arrayValue != nil {
            name = list
            return
        }
        let isMatch = ["matchLevel", "tournamentLevel", "matchNumber"].contains { json[$0] != nil }
        guard isMatch, json["alliances"]?.arrayValue != nil || json["teams"]?.arrayValue != nil
        else { return nil }
        name = json["teams"] == nil ? "MatchScores" : "Schedule"
    }

    /// What it is, and what to do.
    package var description: String {
        "expected a match of The Blue Alliance's API, found the form of FIRST's own API (\(name));"
            + " ask by the match's key, such as breakdown 2024necmp_f1m1"
    }
}
