/// What a static check found out about one expression.
package struct ShapeReport: Sendable {
    /// What is wrong or doubtful, in the order of the text.
    package let findings: [Finding]
    /// The fields that no example has and whose presence the expression itself asks for.
    package let tested: Set<FieldPlace>
    /// Texts that were found in the data, and fields whose absence the expression allows for, by
    /// place.
    ///
    /// A text that is missing for one element of a list, or of `each`, may be found for another
    /// one.
    package let seen: Set<SourceRange>
    /// What its value will be.
    package let known: Known
    package let use: FieldUse

    /// A finding that the examples contradict the expression.
    package struct Finding: Hashable, Sendable {
        /// The kind of finding.
        package let kind: Kind
        /// The part of the expression with the mistake.
        package let range: SourceRange
    }

    /// The kinds of findings; the caller writes the sentences for them.
    package enum Kind: Hashable, Sendable {
        /// A field that no example has; with the key that the author probably meant.
        case absentField(FieldPlace, nearest: String?)
        /// A field that no example has, but the expression only asks whether it exists.
        case absentTest(FieldPlace, nearest: String?)
        /// A text in a comparison that no example has there; with the text that the author probably
        /// meant.
        case unseenText(String, nearest: String?)
        /// An operation on kinds of values that it does not take, with what was expected and what
        /// was found.
        case mismatch(String)
        /// A division of an integer by an integer that is not written out: its remainder is lost.
        case wholeDivision
    }
}

/// An expression that is parsed once and can be checked several times.
package struct CheckedExpression {
    /// The variables and name spaces that it uses, without those of its own loops.
    package let names: Set<String>
    /// Whether it asks for the kind of a value.
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

    /// Compares an expression with the known facts about the data.
    ///
    /// The kinds that operators and functions take are not listed a second time: the check tries
    /// them on examples of their operands.
    package func check(
        _ expression: CheckedExpression, knowing variables: [String: Known]
    ) -> ShapeReport {
        var check = ShapeCheck(
            ShapeScope(environment: self, variables: variables), mentioned: expression.texts)
        let known = check.known(expression.expression)
        return check.record.report(knowing: known)
    }
}
