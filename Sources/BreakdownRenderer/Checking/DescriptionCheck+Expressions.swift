import CEL
import JSON

extension DescriptionCheck {
    /// What a check of an expression came to, before it is known what excuses it.
    struct Outcome {
        var known = Known.unknown
        var findings: [(source: Source, finding: CheckReport.Finding)] = []
        var tested: Set<FieldPlace> = []
    }

    /// Checks a condition.
    ///
    /// - Returns: the fields whose presence it asks for and that no example has.
    @discardableResult
    func checkCondition(_ cursor: JSONCursor?, _ scope: Scope) -> Set<FieldPlace> {
        guard let cursor, let text = cursor.value.stringValue else { return [] }
        let (shape, tested) = check(Source(text: text, path: cursor.path), scope)
        if !shape.isUnknown, !shape.kinds.contains(.bool) {
            remark(
                DescriptionFinding(
                    path: cursor.path,
                    message: "expected true or false, found \(shape.kinds.words)"),
                isWarning: false)
        }
        return tested
    }

    /// Checks the expressions in a text.
    ///
    /// - Returns: what they may be.
    @discardableResult
    func checkTemplate(_ cursor: JSONCursor?, _ scope: Scope) -> Shape {
        var shown = Shape.none
        guard let cursor, let text = cursor.value.stringValue,
            let pieces = try? TemplateSyntax.split(text)
        else { return shown }
        for case .expression(let source, let offset) in pieces {
            let shape = check(
                Source(text: source, path: cursor.path, offset: offset), scope
            ).shape
            expectShowable(shape, at: cursor.path)
            shown.formUnion(shape)
        }
        return shown
    }

    /// Checks an expression and reports what nothing excuses.
    ///
    /// - Returns: what it may be, and the fields whose presence it asks for and that no example has.
    @discardableResult
    func check(_ source: Source, _ scope: Scope) -> (shape: Shape, tested: Set<FieldPlace>) {
        let outcome = outcome(source, scope)
        let excused = scope.tested.union(outcome.tested)
        for (source, finding) in outcome.findings {
            let offset = source.offset + finding.range.offset
            switch finding.kind {
            case .absentField(let place, let nearest):
                let place = Evidence.canonical(place)
                guard !excused.contains(place) else { continue }
                remark(
                    Wording.absentField(place, nearest: nearest), place, source, finding, scope,
                    isWarning: false)
            case .absentTest(let place, let nearest):
                let place = Evidence.canonical(place)
                // Asked for before: it was remarked there.
                guard !scope.tested.contains(place) else { continue }
                remark(
                    Wording.absentTest(place, nearest: nearest), place, source, finding, scope,
                    isWarning: true)
            case .unseenText(let text, let nearest):
                remark(
                    Wording.unseenText(text, nearest: nearest)
                        .at(source.path, (offset, finding.range.length)),
                    isWarning: nearest == nil)
            case .mismatch(let message):
                remark(
                    Wording(message: message).at(source.path, (offset, finding.range.length)),
                    isWarning: false)
            }
        }
        return (outcome.known.isOptional ? .unknown : outcome.known.shape, outcome.tested)
    }

    private func remark(
        _ wording: Wording, _ place: FieldPlace, _ source: Source, _ finding: CheckReport.Finding,
        _ scope: Scope, isWarning: Bool
    ) {
        // A key that comes from `each` is wrong there.
        if let key = place.keys.last, let path = scope.pathOfItem(key) {
            return remark(wording.at(path), isWarning: isWarning)
        }
        let stretch = (source.offset + finding.range.offset, finding.range.length)
        remark(wording.at(source.path, stretch), isWarning: isWarning)
    }

    private func outcome(named name: String, _ scope: Scope) -> Outcome? {
        guard let value = named[name] else { return nil }
        let place = NamedPlace(
            name: name, column: scope.column?.key, item: scope.item?.cursor.path)
        if let known = known[place] { return known }
        let outcome = outcome(value, scope)
        known[place] = outcome
        return outcome
    }

    /// What the check of an expression and of the named values in it comes to; none of these is made
    /// from itself.
    private func outcome(_ source: Source, _ scope: Scope) -> Outcome {
        var outcome = Outcome()
        var variables = evidence.variables(of: subject)
        if let column = scope.column {
            variables.merge(evidence.variables(of: subject, inCellOf: column)) { $1 }
        }
        if let item = scope.item { variables["item"] = Known(constant: item.value) }
        for name in environment.names(in: source.text) {
            guard let inner = self.outcome(named: name, scope) else { continue }
            variables[name] = inner.known
            outcome.findings += inner.findings
            outcome.tested.formUnion(inner.tested)
        }
        guard let report = try? environment.check(source.text, knowing: variables) else {
            return outcome
        }
        for range in report.seen { confirm(source.path, source.offset + range.offset) }
        use.formUnion(report.use.mapped(Evidence.canonical))
        outcome.known = report.known
        outcome.findings += report.findings.map { (source, $0) }
        outcome.tested.formUnion(report.tested.map(Evidence.canonical))
        return outcome
    }
}
