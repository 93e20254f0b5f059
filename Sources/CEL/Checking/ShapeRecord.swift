/// Collects contradictions to the examples, and the fields that an expression reads.
struct ShapeRecord {
    private(set) var findings: [ShapeReport.Finding] = []
    private var known: Set<ShapeReport.Finding> = []
    private(set) var tested: Set<FieldPlace> = []
    /// The fields that were read.
    var use = FieldUse()
    /// The places of texts and fields that were found where they were expected.
    private(set) var seen: Set<SourceRange> = []

    /// Adds a finding; the same one in another round of a loop counts once.
    mutating func report(_ kind: ShapeReport.Kind, at range: SourceRange) {
        if case .absentTest(let place, _) = kind { tested.insert(place) }
        let finding = ShapeReport.Finding(kind: kind, range: range)
        if known.insert(finding).inserted { findings.append(finding) }
    }

    /// Drops the mismatches among the findings from a place on.
    mutating func dropMismatches(after count: Int) {
        let dropped = findings[count...].filter { finding in
            if case .mismatch = finding.kind { true } else { false }
        }
        known.subtract(dropped)
        findings.removeAll { dropped.contains($0) }
    }

    /// Records that the text or field in this place was found in the data.
    mutating func reportFound(at range: SourceRange) { seen.insert(range) }

    /// Reports a condition that is neither true nor false.
    mutating func expectCondition(_ known: Known, _ name: String, at range: SourceRange) {
        guard !known.isUnknown, !known.shape.kinds.contains(.bool) else { return }
        report(
            .mismatch("\(name): expected true or false, found \(known.shape.kinds.words)"),
            at: range)
    }

    /// The report on an expression whose value is known so far.
    func report(knowing known: Known) -> ShapeReport {
        let lasting = findings.filter { finding in
            switch finding.kind {
            case .unseenText, .absentTest: !seen.contains(finding.range)
            case .absentField, .mismatch, .wholeDivision: true
            }
        }
        return ShapeReport(
            findings: lasting.sorted { $0.range.offset < $1.range.offset }, tested: tested,
            seen: seen, known: known, use: use)
    }
}
