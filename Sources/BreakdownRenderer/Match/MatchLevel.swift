/// A round of an event, by the key's word for it.
public struct MatchLevel: Equatable, Sendable {
    /// The word: `qm`, `ef`, `qf`, `sf`, `f`; other words are kept.
    public let code: String

    /// The round in words; an unknown word is shown as it is.
    public var name: String {
        switch code {
        case "qm": "Qualification"
        case "ef": "Eighthfinal"
        case "qf": "Quarterfinal"
        case "sf": "Semifinal"
        case "f": "Final"
        case "pm", "p": "Practice"
        case "": "Match"
        default: code
        }
    }

    /// The match in words: `Qualification 4`, `Semifinal 1 Match 6`, `Final 2`.
    ///
    /// - Parameters:
    ///   - set: the set within a playoff round, if known.
    ///   - match: the match within the set, if known.
    func matchName(set: Int?, match: Int?) -> String {
        // Every event has one final and one qualification, so their set number says nothing.
        let isOneSet = code != "ef" && code != "qf" && code != "sf"
        return switch (set, match) {
        case (let set?, let match?) where !isOneSet || set > 1: "\(name) \(set) Match \(match)"
        case (_, let match?): "\(name) \(match)"
        case (_, nil): name
        }
    }
}
