import CEL
import JSON

/// Compares the expressions of a description with the examples.
///
/// It is a class, because the check of one expression leads to the checks of its named values, and
/// each result is kept.
final class ExpressionCheck {
    private let subject: Subject
    private let evidence: Evidence
    private let named: [String: CheckedSource]
    private let record: CheckRecord
    /// Gives each expression all names; the decoder has checked which names may be used where.
    private let environment: Environment

    /// The results of all expressions.
    ///
    /// Both columns usually ask for the same. Without this memory, named values that use named
    /// values would take exponential time.
    private var outcomes: [OutcomePlace: Outcome] = [:]
    /// Each parsed text; nil if it is not an expression.
    private var expressions: [String: CheckedExpression?] = [:]
    /// What is known about the variables, by the column's key.
    private var variables: [String?: [String: Known]] = [:]
    /// The names that a named value uses, directly or through others.
    private var namesReached: [String: Set<String>] = [:]

    /// The result of checking an expression, before `needs` and other conditions excuse anything.
    private struct Outcome {
        var known = Known.unknown
        var findings: [(source: CheckedSource, finding: ShapeReport.Finding)] = []
        var tested: Set<FieldPlace> = []
        var asksForKind = false
    }

    /// An expression's place and the surroundings that matter for it.
    private struct OutcomePlace: Hashable {
        let path: JSONPath
        let offset: Int
        let isInCell: Bool
        let column: String?
        let item: JSONPath?
    }

    /// Has checked nothing yet.
    init(
        subject: Subject, evidence: Evidence, named: [String: CheckedSource], record: CheckRecord
    ) {
        self.subject = subject
        self.evidence = evidence
        self.named = named
        self.record = record
        environment = Environment(
            variables: subject.gateNames + subject.sideNames + ["item"] + named.keys,
            functions: HostFunctions.all)
    }

    @discardableResult
    func checkCondition(_ cursor: JSONCursor?, _ scope: CheckScope) -> CheckedCondition {
        guard let cursor, let text = cursor.value.stringValue else { return CheckedCondition() }
        let outcome = outcome(CheckedSource(text: text, path: cursor.path), scope)
        let shape = report(outcome, scope)
        if !shape.isUnknown, !shape.kinds.contains(.bool) {
            record.remark(
                DescriptionFinding(
                    path: cursor.path,
                    message: "expected true or false, found \(shape.kinds.words)"),
                isWarning: false)
        }
        var condition = CheckedCondition(tested: outcome.tested, asksForKind: outcome.asksForKind)
        if case .bool(let truth)? = outcome.known.constant { condition.constant = truth }
        return condition
    }

    /// Checks the expressions in a text.
    @discardableResult
    func checkTemplate(_ cursor: JSONCursor?, _ scope: CheckScope) -> Shape {
        var shown = Shape.none
        guard let cursor, let text = cursor.value.stringValue,
            let pieces = try? TemplateSyntax.split(text)
        else { return shown }
        for case .expression(let source, let offset) in pieces {
            let shape = check(CheckedSource(text: source, path: cursor.path, offset: offset), scope)
            record.expectShowable(shape, at: cursor.path)
            shown.formUnion(shape)
        }
        return shown
    }

    /// Checks an expression and reports every finding without an excuse.
    @discardableResult
    func check(_ source: CheckedSource, _ scope: CheckScope) -> Shape {
        report(outcome(source, scope), scope)
    }

    private func report(_ outcome: Outcome, _ scope: CheckScope) -> Shape {
        let excused = scope.tested.union(outcome.tested)
        for (source, finding) in outcome.findings {
            let offset = source.offset + finding.range.offset
            switch finding.kind {
            case .absentField(let place, let nearest):
                let place = Evidence.canonical(place)
                guard !excused.contains(place) else { continue }
                if place.root == Evidence.itemRoot.root {
                    remark(absentKey: place, nearest: nearest, source, finding, scope)
                    continue
                }
                remark(
                    Wording.absentField(
                        place, nearest: nearest, related: evidence.fieldNear(place, of: subject)),
                    place, source, finding, scope, isWarning: false)
            case .absentTest(let place, let nearest):
                let place = Evidence.canonical(place)
                // The expression asked for it earlier; the finding was reported there.
                guard !scope.tested.contains(place) else { continue }
                if place.root == Evidence.itemRoot.root {
                    // Who asks for the key of some elements knows that others lack it.
                    guard scope.item?.counts[place.keys.last ?? ""] == nil else { continue }
                    record.remark(
                        Wording.absentKey(place.keys.last ?? "", of: scope.item, nearest: nearest)
                            .at(source.path, (offset, finding.range.length)), isWarning: true)
                    continue
                }
                remark(
                    Wording.absentTest(
                        place, nearest: nearest, related: evidence.fieldNear(place, of: subject)),
                    place, source, finding, scope, isWarning: true)
            case .unseenText(let text, let nearest):
                record.remark(
                    Wording.unseenText(text, nearest: nearest)
                        .at(source.path, (offset, finding.range.length)),
                    isWarning: nearest == nil)
            case .mismatch where scope.asksForKind: break
            case .mismatch(let message):
                record.remark(
                    Wording(message: message).at(source.path, (offset, finding.range.length)),
                    isWarning: false)
            case .wholeDivision:
                record.remark(
                    Wording.wholeDivision.at(source.path, (offset, finding.range.length)),
                    isWarning: true)
            }
        }
        return outcome.known.isOptional ? .unknown : outcome.known.shape
    }

    /// Reports a key that an element of `each` lacks: at the element if others have the key.
    private func remark(
        absentKey place: FieldPlace, nearest: String?, _ source: CheckedSource,
        _ finding: ShapeReport.Finding, _ scope: CheckScope
    ) {
        guard let item = scope.item, let key = place.keys.last else { return }
        let wording = Wording.absentKey(key, of: item, nearest: nearest)
        let stretch = (source.offset + finding.range.offset, finding.range.length)
        let isNowhere = item.counts[key] == nil
        guard isNowhere || !scope.expectsMissing || item.isAlone(nearest) else { return }
        record.remark(
            isNowhere ? wording.at(source.path, stretch) : wording.at(item.cursor.path),
            isWarning: false)
    }

    private func remark(
        _ wording: Wording, _ place: FieldPlace, _ source: CheckedSource,
        _ finding: ShapeReport.Finding,
        _ scope: CheckScope, isWarning: Bool
    ) {
        // A wrong key that comes from `each` is reported at `each`.
        if let key = place.keys.last, let path = scope.pathOfItem(key) {
            return record.remark(wording.at(path), isWarning: isWarning)
        }
        let stretch = (source.offset + finding.range.offset, finding.range.length)
        record.remark(wording.at(source.path, stretch), isWarning: isWarning)
    }

    /// The result for an expression together with the named values in it.
    private func outcome(_ source: CheckedSource, _ scope: CheckScope) -> Outcome {
        guard let expression = parsed(source.text) else { return Outcome() }
        let names = allNames(of: expression)
        let place = OutcomePlace(
            path: source.path, offset: source.offset, isInCell: scope.column != nil,
            // The columns differ only in their names.
            column: names.contains("side") ? scope.column?.key : nil,
            item: names.contains("item") ? scope.item?.cursor.path : nil)
        if let outcome = outcomes[place] { return outcome }
        var outcome = Outcome(asksForKind: expression.asksForKind)
        var variables = variables(scope.column)
        if let item = scope.item {
            variables["item"] = Known(constant: item.value)
            variables["item"]?.place = Evidence.itemRoot
        }
        for name in expression.names {
            guard let inner = named[name].map({ self.outcome($0, scope) }) else { continue }
            variables[name] = inner.known
            outcome.findings += inner.findings
            outcome.tested.formUnion(inner.tested)
            outcome.asksForKind = outcome.asksForKind || inner.asksForKind
        }
        let report = environment.check(expression, knowing: variables)
        for range in report.seen { record.confirm(source.path, source.offset + range.offset) }
        record.addUse(report.use.mapped(Evidence.canonical))
        outcome.known = report.known
        outcome.findings += report.findings.map { (source, $0) }
        outcome.tested.formUnion(report.tested.map(Evidence.canonical))
        outcomes[place] = outcome
        return outcome
    }

    /// The names in an expression and in its named values; no named value uses itself.
    private func allNames(of expression: CheckedExpression) -> Set<String> {
        var names = expression.names
        for name in expression.names {
            guard let value = named[name] else { continue }
            if namesReached[name] == nil {
                namesReached[name] = parsed(value.text).map { allNames(of: $0) } ?? []
            }
            names.formUnion(namesReached[name] ?? [])
        }
        return names
    }

    /// Parses each text once; nil if it is not an expression.
    private func parsed(_ text: String) -> CheckedExpression? {
        if let known = expressions[text] { return known }
        let parsed = try? environment.parsed(text)
        expressions[text] = .some(parsed)
        return parsed
    }

    /// What is known about the variables in a cell of this column, or outside of cells.
    private func variables(_ column: Subject.Column?) -> [String: Known] {
        if let known = variables[column?.key] { return known }
        var found = evidence.variables(of: subject)
        if let column {
            for (name, known) in evidence.variables(of: subject, inCellOf: column) {
                found[name] = known
            }
        }
        variables[column?.key] = found
        return found
    }
}
