import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

/// What `drift` says to other programs, docs/drift.schema.json.
enum DriftJSON {
    /// One object.
    static func object(_ report: DriftReport) -> JSON {
        [
            "year": .integer(Int64(report.year.number)),
            "version": .string("\(report.version)"),
            "compared": .integer(Int64(report.comparedCount)),
            "comparedBefore": .integer(Int64(report.givenCount - report.comparedCount)),
            "withoutBreakdown": .integer(Int64(report.blankCount)),
            "findings": .array(report.findings.map { finding($0, report) }),
        ]
    }

    private static func finding(_ finding: DriftFinding, _ report: DriftReport) -> JSON {
        var object = JSONObject()
        object["id"] = .string(finding.id)
        let (kind, field, more) = parts(finding.change)
        object["kind"] = .string(kind)
        if let field { object["field"] = .string(field) }
        if let (key, value) = more { object[key] = value }
        object["asksForSomebody"] = .bool(finding.needsReview)
        object["new"] = .bool(report.isNew(finding))
        object["matches"] = .array(finding.matches.map { .string($0) })
        object["message"] = .string(DriftText.sentence(finding))
        object["remedy"] = .string(DriftText.remedy(finding, report))
        return .object(object)
    }

    private static func parts(
        _ change: DriftFinding.Change
    ) -> (kind: String, field: String?, more: (String, JSON)?) {
        switch change {
        case .newField(let field): ("newField", field, nil)
        case .newWord(let word, let field): ("newWord", field, ("word", .string(word)))
        case .unnamedWord(let word, let field): ("unnamedWord", field, ("word", .string(word)))
        case .problem(let problem): ("problem", nil, ("problem", .string(problem)))
        case .notDescribed: ("notDescribed", nil, nil)
        case .unexplainedTotal(let field, let parts):
            ("unexplainedTotal", field, ("parts", .array(parts.map { .string($0) })))
        case .stoppedField(let field): ("stoppedField", field, nil)
        }
    }
}
