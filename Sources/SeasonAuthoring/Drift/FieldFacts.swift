import JSON

/// The fields with values in the breakdowns of some matches, and the words in them.
///
/// Red and blue count as one.
struct FieldFacts {
    struct Field {
        /// The keys of the matches that have it, in their order.
        var matches: [String] = []
        /// The different texts with the matches that have them; nil if there are too many.
        var words: [String: [String]]? = [:]
    }

    private(set) var fields: [BreakdownField: Field] = [:]
    private(set) var matchesCount = 0

    init(_ matches: [(key: String, json: JSON)]) {
        for match in matches { add(match.json, match.key) }
    }

    private mutating func add(_ json: JSON, _ key: String) {
        guard case .object(let breakdown)? = json["score_breakdown"] else { return }
        matchesCount += 1
        for member in breakdown.members {
            if member.key == "red" || member.key == "blue" {
                add(member.value, [], isBesideSides: false, key)
            } else {
                add(member.value, [member.key], isBesideSides: true, key)
            }
        }
    }

    /// It recurses as deep as ``DriftLimits/levelsMax``.
    private mutating func add(
        _ json: JSON, _ keys: [String], isBesideSides: Bool, _ match: String
    ) {
        switch json {
        case .null: return
        case .object(let object):
            guard keys.count < DriftLimits.levelsMax else { return }
            for member in object.members {
                add(member.value, keys + [member.key], isBesideSides: isBesideSides, match)
            }
        default:
            guard !keys.isEmpty else { return }
            let place = BreakdownField(keys: keys, isBesideSides: isBesideSides)
            fields[place, default: Field()].add(json, match)
        }
    }
}

extension FieldFacts.Field {
    fileprivate mutating func add(_ json: JSON, _ match: String) {
        if matches.last != match { matches.append(match) }
        switch json {
        case .string(let text): add(word: text, match)
        // A list with objects is for the description to read; their texts are no words of this field.
        case .array(let elements):
            for text in elements.compactMap(\.stringValue) { add(word: text, match) }
        default: break
        }
    }

    private mutating func add(word: String, _ match: String) {
        guard let seen = words, !word.isEmpty else { return }
        if seen[word]?.last == match { return }
        words?[word, default: []].append(match)
        if let count = words?.count, count > 10 * DriftLimits.wordsMax { words = nil }
    }
}

extension FieldFacts {
    /// The words of all fields that are enumerations, by the fields' families.
    func enumerations() -> [BreakdownField: Set<String>] {
        var families: [BreakdownField: Set<String>] = [:]
        for (place, field) in fields {
            guard let words = field.words else { continue }
            families[place.family, default: []].formUnion(words.keys)
        }
        return families.filter { Self.isEnumeration($0.value) }
    }

    /// Whether texts are words, not names, codes or free text.
    private static func isEnumeration(_ words: Set<String>) -> Bool {
        !words.isEmpty && words.count <= DriftLimits.wordsMax
            && words.allSatisfy { $0.isWord && !$0.hasPrefix("frc") }
            && words.contains { $0.contains(where: \.isLowercase) }
    }
}

/// A field's place in a breakdown.
struct BreakdownField: Hashable, Comparable {
    /// The keys from the side's object down, or from the breakdown down.
    let keys: [String]
    /// Whether it is outside the two sides.
    let isBesideSides: Bool

    /// The path in the form of descriptions.
    var name: String { (isBesideSides ? "breakdown." : "") + keys.joined(separator: ".") }

    static func < (left: BreakdownField, right: BreakdownField) -> Bool { left.name < right.name }

    /// The place with a placeholder for each digit: `endGameRobot1` and `endGameRobot2` have the same words.
    var family: BreakdownField {
        BreakdownField(
            keys: keys.map { key in String(key.map { ("0"..."9").contains($0) ? "#" : $0 }) },
            isBesideSides: isBesideSides)
    }
}
