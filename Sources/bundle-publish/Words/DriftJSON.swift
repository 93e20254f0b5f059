import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

/// What `drift` says to other programs, docs/drift.schema.json.
enum DriftJSON {
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
        object["kind"] = .string(String(finding.id.prefix { $0 != " " }))
        switch finding.change {
        case .newField(let field), .stoppedField(let field):
            object["field"] = .string(field)
        case .newWord(let word, let field), .unnamedWord(let word, let field):
            object["field"] = .string(field)
            object["word"] = .string(word)
        case .problem(let problem): object["problem"] = .string(problem)
        case .notDescribed: break
        case .unexplainedTotal(let field, let parts):
            object["field"] = .string(field)
            object["parts"] = .array(parts.map { .string($0) })
        }
        object["asksForSomebody"] = .bool(finding.needsReview)
        object["new"] = .bool(report.isNew(finding))
        object["matches"] = .array(finding.matches.map { .string($0) })
        object["message"] = .string(DriftText.sentence(finding))
        object["remedy"] = .string(DriftText.remedy(finding))
        return .object(object)
    }
}
