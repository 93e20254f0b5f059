import JSON

/// Of many matches the few that show most of a season.
enum SampleChoice {
    /// Matches that become samples: people read their tables.
    static let countMax = 6
    /// Levels down which differences are looked for.
    private static let levelsMax = 6

    /// Chooses one after the other the match that shows most of what the others do not.
    ///
    /// What a match shows: its fields, with the kinds of values and the words in them, in which round it
    /// was played and who won.
    ///
    /// - Parameter matches: all of them.
    /// - Returns: all where they are few, else some, in the order in which they came.
    static func chosen(_ matches: [GivenMatch]) -> [GivenMatch] {
        guard matches.count > countMax else { return matches }
        let shown = matches.map { traits($0.json) }
        var seen: Set<String> = []
        var chosen: Set<Int> = []
        while chosen.count < countMax {
            let best = matches.indices.filter { !chosen.contains($0) }
                .map { (at: $0, new: shown[$0].count { !seen.contains($0) }) }
                .reduce(nil as (at: Int, new: Int)?) { best, next in
                    next.new > best?.new ?? -1 ? next : best
                }
            guard let best else { break }
            chosen.insert(best.at)
            seen.formUnion(shown[best.at])
        }
        return chosen.sorted().map { matches[$0] }
    }

    private static func traits(_ match: JSON) -> Set<String> {
        var traits: Set<String> = []
        for key in ["comp_level", "winning_alliance"] {
            traits.insert("\(key) \(match[key]?.stringValue ?? "")")
        }
        for side in ["red", "blue"] {
            if let object = match["score_breakdown"]?[side] { add(object, "", 0, to: &traits) }
        }
        return traits
    }

    private static func add(
        _ json: JSON, _ path: String, _ depth: Int, to traits: inout Set<String>
    ) {
        switch json {
        case .object(let object) where depth < levelsMax:
            for member in object.members {
                add(member.value, "\(path).\(member.key)", depth + 1, to: &traits)
            }
        case .array(let elements) where depth < levelsMax:
            if elements.isEmpty { traits.insert("\(path) empty") }
            for element in elements { add(element, path, depth + 1, to: &traits) }
        case .string(let text): traits.insert("\(path) \(text.prefix(40))")
        case .integer(0): traits.insert("\(path) zero")
        case .integer, .double, .bigInteger: traits.insert("\(path) number")
        default: traits.insert("\(path) \(json.text())")
        }
    }
}
