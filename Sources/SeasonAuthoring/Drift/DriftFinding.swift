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
