/// What a static check found out about one expression.
public struct CheckReport: Sendable {
    /// What is wrong or doubtful, in the order of the text.
    public let findings: [Finding]
    /// The fields that no example has and whose presence the expression itself asks for.
    public let tested: Set<FieldPlace>
    /// Texts, and fields whose absence is allowed for, that were found where they were looked for,
    /// by place: what is not found with one element of a list, or of `each`, may be with another
    /// one.
    public let seen: Set<SourceRange>
    /// What its value will be.
    public let known: Known
    /// The fields that it reads.
    public let use: FieldUse

    /// One thing that the examples speak against.
    public struct Finding: Hashable, Sendable {
        /// What it is.
        public let kind: Kind
        /// The part of the expression that it is about.
        public let range: SourceRange
    }

    /// What the examples can speak against; whoever asked for the check finds the words for it.
    public enum Kind: Hashable, Sendable {
        /// A field that no example has; with the key that was probably meant.
        case absentField(FieldPlace, nearest: String?)
        /// A field that no example has, but the expression only asks whether it is there.
        case absentTest(FieldPlace, nearest: String?)
        /// A text that a value is compared with and that no example has there; with the one that
        /// was probably meant.
        case unseenText(String, nearest: String?)
        /// An operation on kinds of values that it never takes; says what was expected and what was
        /// found.
        case mismatch(String)
    }
}

/// An expression that was parsed once to be checked several times.
public struct CheckedExpression {
    /// The variables and name spaces that it uses, those of its own loops and bindings left out.
    public let names: Set<String>
    let expression: Expression
    let texts: Set<String>
}

extension Environment {
    /// Parses an expression that is to be checked.
    ///
    /// - Parameter source: the expression's text.
    /// - Returns: the expression.
    /// - Throws: ``CompileError`` if the text is no expression.
    public func parsed(_ source: String) throws(CompileError) -> CheckedExpression {
        let expression = try Parser.parse(source, limits: limits)
        return CheckedExpression(
            names: expression.names, expression: expression, texts: expression.texts)
    }

    /// Compares an expression with what is known of the data.
    ///
    /// The kinds that operators and functions take are not written down a second time: they are
    /// tried out on examples of what their operands may be.
    ///
    /// - Parameters:
    ///   - expression: the expression.
    ///   - variables: what is known of the variables; of others nothing is.
    /// - Returns: what was found out.
    public func check(
        _ expression: CheckedExpression, knowing variables: [String: Known]
    ) -> CheckReport {
        var check = ShapeCheck(environment: self, variables: variables)
        check.mentioned = expression.texts
        let known = check.known(expression.expression)
        let findings = check.findings.filter { finding in
            switch finding.kind {
            case .unseenText, .absentTest: !check.seen.contains(finding.range)
            case .absentField, .mismatch: true
            }
        }
        return CheckReport(
            findings: findings.sorted { $0.range.offset < $1.range.offset },
            tested: check.tested, seen: check.seen, known: known, use: check.use)
    }
}
