/// What a static check found out about one expression.
package struct ShapeReport: Sendable {
    /// What is wrong or doubtful, in the order of the text.
    package let findings: [Finding]
    /// The fields that no example has and whose presence the expression itself asks for.
    package let tested: Set<FieldPlace>
    /// Texts that were found in the data, and fields whose absence the expression allows for, by place.
    ///
    /// A text that is missing for one element of a list, or of `each`, may be found for another.
    package let seen: Set<SourceRange>
    package let known: Known
    package let use: FieldUse

    package struct Finding: Hashable, Sendable {
        package let kind: Kind
        package let range: SourceRange
    }

    package enum Kind: Hashable, Sendable {
        /// A field that no example has; with the key that the author probably meant.
        case absentField(FieldPlace, nearest: String?)
        /// A field that no example has, but the expression only asks whether it exists.
        case absentTest(FieldPlace, nearest: String?)
        /// A text in a comparison that no example has there; with the one that was probably meant.
        case unseenText(String, nearest: String?)
        /// An operation on kinds of values that it does not take; with what was expected and found.
        case mismatch(String)
        /// A division of an integer by an integer that is not written out: its remainder is lost.
        case wholeDivision
    }
}

/// An expression that is parsed once and can be checked several times.
package struct CheckedExpression {
    /// The variables and name spaces that it uses, without those of its own loops.
    package let names: Set<String>
    package let asksForKind: Bool
    let expression: Expression
    let texts: Set<String>
}

extension Environment {
    package func parsed(_ source: String) throws(CompileError) -> CheckedExpression {
        let expression = try Parser.parse(source, limits: limits)
        return CheckedExpression(
            names: Set(expression.names), asksForKind: expression.asksForKind,
            expression: expression, texts: expression.texts)
    }

    /// The names of ``CheckedExpression/names``, whatever they mean.
    package func names(in source: String) throws(CompileError) -> [String] {
        try Parser.parse(source, limits: limits).names
    }

    /// The kinds that operators and functions take are not listed a second time: it tries examples of their operands.
    package func check(
        _ expression: CheckedExpression, knowing variables: [String: Known]
    ) -> ShapeReport {
        var check = ShapeCheck(
            scope: ShapeScope(environment: self, variables: variables), mentioned: expression.texts)
        let known = check.known(expression.expression)
        return check.record.report(knowing: known)
    }
}

/// Collects contradictions to the examples, and the fields that an expression reads.
struct ShapeRecord {
    private(set) var findings: [ShapeReport.Finding] = []
    private var known: Set<ShapeReport.Finding> = []
    private(set) var tested: Set<FieldPlace> = []
    var use = FieldUse()
    /// The places of texts and fields that were found where they were expected.
    private(set) var seen: Set<SourceRange> = []

    /// Adds a finding; the same one in another round of a loop counts once.
    mutating func report(_ kind: ShapeReport.Kind, at range: SourceRange) {
        if case .absentTest(let place, _) = kind { tested.insert(place) }
        let finding = ShapeReport.Finding(kind: kind, range: range)
        if known.insert(finding).inserted { findings.append(finding) }
    }

    mutating func dropMismatches(after count: Int) {
        let dropped = findings[count...].filter { finding in
            if case .mismatch = finding.kind { true } else { false }
        }
        known.subtract(dropped)
        findings.removeAll { dropped.contains($0) }
    }

    mutating func reportFound(at range: SourceRange) { seen.insert(range) }

    mutating func expectCondition(_ known: Known, _ name: String, at range: SourceRange) {
        guard !known.isUnknown, !known.shape.kinds.contains(.bool) else { return }
        report(
            .mismatch("\(name): expected true or false, found \(known.shape.kinds.words)"),
            at: range)
    }

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
