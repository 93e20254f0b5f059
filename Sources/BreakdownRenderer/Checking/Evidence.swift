import CEL
import JSON

/// What a season's data looks like, gathered from examples: samples and, where there are more,
/// other matches.
///
/// It knows which fields, kinds of values and words were seen. Red and blue are one, and so are
/// qualification and playoffs: what one of them has, the other may have.
public struct Evidence: Sendable {
    private var match = Shape.documentedMatch
    private var breakdown = Shape.none
    private var alliance = Shape.none
    private var statistics = Shape.none

    /// Starts without an example: nothing is compared with anybody yet.
    public init() {}

    /// Adds a match or an event's insights, told apart by their shape.
    ///
    /// - Parameter json: the value in the form of API v3; what it lacks says nothing.
    public mutating func add(_ json: JSON) {
        guard !EventInsights.looksLike(json) else {
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

    /// What is known of a side's object, of which both sides' are examples.
    func side(of subject: Subject) -> Shape {
        switch subject {
        case .match: alliance
        case .insights: statistics
        }
    }

    /// What is known of the variables that need neither an item nor a side.
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

    /// What is known of the variables of a cell.
    func variables(of subject: Subject, inCellOf column: Subject.Column) -> [String: Known] {
        let side = Known(side(of: subject), at: Self.sideRoot)
        let name = Known(constant: .string(column.key))
        guard subject == .match else { return ["stats": side, "side": name] }
        let teams = Shape(.list, elements: [Shape(.string, texts: nil)])
        return ["alliance": side, "opponent": side, "side": name, "teams": Known(teams)]
    }

    /// The same place for the same data, by whichever variable it was reached.
    static func canonical(_ place: FieldPlace) -> FieldPlace {
        switch (place.root, place.keys.first) {
        case ("match", breakdownKey?):
            canonical(FieldPlace("breakdown", Array(place.keys.dropFirst())))
        case ("breakdown", let side?) where sides.contains(side):
            FieldPlace(sideRoot.root, Array(place.keys.dropFirst()))
        default: place
        }
    }

    /// Where the fields of a side's object stand.
    static let sideRoot = FieldPlace("")
    private static let sides = ["red", "blue"]
    private static let breakdownKey = "score_breakdown"
}

extension Evidence {
    /// Adds what other examples have shown.
    ///
    /// - Parameter other: gathered from these.
    public mutating func formUnion(_ other: Evidence) {
        match.formUnion(other.match)
        breakdown.formUnion(other.breakdown)
        alliance.formUnion(other.alliance)
        statistics.formUnion(other.statistics)
    }
}
