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
