import JSON

/// Chooses the few matches that show most of a season.
enum SampleChoice {
    /// How many matches become samples: people read their tables.
    static let countMax = 6
    /// How many levels deep matches are compared.
    private static let levelsMax = 6

    /// Chooses one match after another, each time the one that shows the most new things.
    ///
    /// A match shows its fields, the kinds of their values and the words in them, its round and its winner.
    ///
    /// - Returns: at most ``countMax`` matches, in the given order.
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
