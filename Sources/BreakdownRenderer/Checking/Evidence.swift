import CEL
import JSON

/// What a season's data looks like, gathered from examples: samples and, if there are more, other
/// matches.
///
/// It knows the fields, kinds of values and words of the examples. Red and blue count as one, and
/// so do qualification and playoffs: what one side has, the other may have.
package struct Evidence: Sendable {
    private var match = Shape.documentedMatch
    private var breakdown = Shape.none
    private var alliance = Shape.none
    private var statistics = Shape.none

    /// Starts without an example; then nothing is compared.
    package init() {}

    /// Adds a match or an event's insights; their keys tell which it is.
    ///
    /// - Parameter json: the value in the form of API v3; absent members say nothing.
    package mutating func add(_ json: JSON) {
        guard Subject(of: json) == .match else {
            for half in ["qual", "playoff"] {
                if let object = json[half], object.objectValue != nil { statistics.add(object) }
            }
            return
        }
        guard case .object(let object) = json else { return }
        for member in object.members where member.key != Self.breakdownKey {
            match.add(member.value, as: member.key)
        }
        guard case .object(let inner)? = object[Self.breakdownKey] else { return }
        breakdown.kinds.insert(.map)
        for member in inner.members {
            if Self.sides.contains(member.key) {
                if member.value.objectValue != nil { alliance.add(member.value) }
            } else {
                breakdown.add(member.value, as: member.key)
            }
        }
    }

    /// What is known about a side's object; both sides are examples of it.
    func side(of subject: Subject) -> Shape {
        switch subject {
        case .match: alliance
        case .insights: statistics
        }
    }

    /// What is known about the variables that need neither an item nor a side.
    func variables(of subject: Subject) -> [String: Known] {
        let side = Known(side(of: subject), at: Self.sideRoot)
        guard subject == .match else {
            return [subject.left.key: side, subject.right.key: side]
        }
        var breakdown = breakdown
        var match = match
        if !breakdown.kinds.isEmpty {
            for side in Self.sides { breakdown.fields?[side] = alliance }
        }
        match.fields?[Self.breakdownKey] = breakdown.kinds.isEmpty ? .unknown : breakdown
        return [
            "red": side, "blue": side, "match": Known(match, at: FieldPlace("match")),
            "breakdown": Known(breakdown, at: FieldPlace("breakdown")),
        ]
    }

    /// What is known about the variables of a cell.
    func variables(of subject: Subject, inCellOf column: Subject.Column) -> [String: Known] {
        let side = Known(side(of: subject), at: Self.sideRoot)
        let name = Known(constant: .string(column.key))
        guard subject == .match else { return ["stats": side, "side": name] }
        let teams = Shape(.list, elements: [Shape(.string, texts: nil)])
        return ["alliance": side, "opponent": side, "side": name, "teams": Known(teams)]
    }

    /// One name for one place, whichever variable leads there.
    static func canonical(_ place: FieldPlace) -> FieldPlace {
        switch (place.root, place.keys.first) {
        case ("match", breakdownKey?):
            canonical(FieldPlace("breakdown", Array(place.keys.dropFirst())))
        case ("breakdown", let side?) where sides.contains(side):
            FieldPlace(sideRoot.root, Array(place.keys.dropFirst()))
        default: place
        }
    }

    /// The place of the keys of an element of `each`.
    static let itemRoot = FieldPlace("item")
    /// The place of the fields of a side's object.
    static let sideRoot = FieldPlace("")
    private static let sides = ["red", "blue"]
    private static let breakdownKey = "score_breakdown"
}

extension Evidence {
    /// Adds the examples of another evidence.
    package mutating func formUnion(_ other: Evidence) {
        match.formUnion(other.match)
        breakdown.formUnion(other.breakdown)
        alliance.formUnion(other.alliance)
        statistics.formUnion(other.statistics)
    }
}

extension Shape {
    /// A match as The Blue Alliance documents it (API v3, `Match`), without its breakdown.
    ///
    /// With it the samples need not show each round and each time.
    static let documentedMatch: Shape = {
        let time = Shape([.int, .null])
        let teams = Shape(.list, elements: [anyText])
        let alliance = object([
            "score": Shape([.int, .null]), "team_keys": teams, "surrogate_team_keys": teams,
            "dq_team_keys": teams,
        ])
        return object([
            "key": anyText, "event_key": anyText,
            "comp_level": Shape(.string, texts: ["qm", "ef", "qf", "sf", "f"]),
            "set_number": Shape(.int), "match_number": Shape(.int),
            "alliances": object(["red": alliance, "blue": alliance]),
            "winning_alliance": Shape(.string, texts: ["red", "blue", ""]),
            "time": time, "actual_time": time, "predicted_time": time, "post_result_time": time,
            "videos": Shape(.list, elements: [object(["type": anyText, "key": anyText])]),
        ])
    }()

    private static let anyText = Shape(.string, texts: nil)

    private static func object(_ fields: [String: Shape]) -> Shape { Shape(.map, fields: fields) }
}

extension Shape {
    /// Adds an example.
    mutating func add(_ json: JSON, depth: Int = 0) {
        switch json {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.bool)
        case .integer: kinds.insert(.int)
        case .bigInteger: kinds.formUnion([.uint, .double])
        case .double: kinds.insert(.double)
        case .string(let text):
            kinds.insert(.string)
            addText(text)
        case .array(let list):
            guard depth < CheckLimits.levelsMax else { return self = .unknown }
            kinds.insert(.list)
            if elements.isEmpty, !list.isEmpty { elements = [.none] }
            for element in list { elements[0].add(element, depth: depth + 1) }
        case .object(let object):
            guard depth < CheckLimits.levelsMax else { return self = .unknown }
            kinds.insert(.map)
            for member in object.members { add(member.value, as: member.key, depth: depth) }
        }
    }

    /// Adds an example of one field of a map.
    mutating func add(_ json: JSON, as key: String, depth: Int = 0) {
        fields?[key, default: .none].add(json, depth: depth + 1)
        if let count = fields?.count, count > CheckLimits.fieldsMax { fields = nil }
    }

    private mutating func addText(_ text: String) {
        guard let seen = texts, !seen.contains(text) else { return }
        if seen.count < CheckLimits.textsMax, text.utf8.count <= RenderLimits.keyBytesMax {
            texts?.insert(text)
        } else {
            texts = nil
        }
    }
}

/// The limits of what the check of a description remembers about examples.
enum CheckLimits {
    /// Different texts in one place; if there are more, they are names or free text, and any text
    /// may come.
    static let textsMax = 200
    /// Different keys of one object; if there are more, they are data and not fields.
    static let fieldsMax = 2_000
    /// Levels of lists and objects: limits the recursion.
    static let levelsMax = 12
    /// Remarks on one description; further ones come in the next run.
    static let remarksMax = 200
}
