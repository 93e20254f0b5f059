import BreakdownRenderer

/// Fields that all samples have, that rows read, and that the latest matches do not have.
struct StoppedFields {
    /// One finding for each field.
    private(set) var findings: [DriftFinding] = []
    /// Matches without such a field, too few of them to say that it no longer comes.
    private(set) var undecided: Set<String> = []

    /// Compares the matches with the samples.
    init(_ matches: [DriftMatch], samples: FieldFacts, coverage: DescriptionCoverage) {
        let places = samples.fields.filter { place, field in
            field.matches.count == samples.matchesCount && coverage.reads(place)
        }.keys.sorted()
        guard !places.isEmpty else { return }
        let ordered = Self.inPlayOrder(matches)
        let fields = ordered.map { Set(FieldFacts([($0.key, $0.json)]).fields.keys) }
        for place in places {
            let start = fields.lastIndex { $0.contains(place) }.map { $0 + 1 } ?? 0
            let lacking = ordered[start...].map(\.key)
            guard !lacking.isEmpty else { continue }
            if lacking.count < DriftLimits.lackingMin {
                undecided.formUnion(lacking)
            } else if findings.count < DriftLimits.findingsMax {
                findings.append(
                    DriftFinding(change: .stoppedField(place.name), matches: lacking))
            }
        }
    }

    /// The matches in the order of play; a match without a time counts as earlier than all others.
    private static func inPlayOrder(_ matches: [DriftMatch]) -> [DriftMatch] {
        matches.enumerated().sorted { left, right in
            (left.element.playedSecond ?? .min, left.offset)
                < (right.element.playedSecond ?? .min, right.offset)
        }.map(\.element)
    }
}
