/// Conditions: what they never let be evaluated is not checked.
extension ShapeCheck {
    /// `left && right`, `left || right`.
    mutating func logic(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression
    ) -> Known {
        let first = known(left)
        record.expectCondition(first, "'\(operation.symbol)'", at: left.range)
        let deciding = operation == .or
        if case .bool(deciding)? = first.constant { return first }
        let second = guarded(by: left) { check in
            let known = check.known(right)
            check.record.expectCondition(known, "'\(operation.symbol)'", at: right.range)
            return known
        }
        guard case .bool(let truth)? = second.constant, truth == deciding || first.constant != nil
        else { return Known(Shape(.bool)) }
        return second
    }

    /// `condition ? yes : no`: the one that is chosen, or both.
    mutating func choice(_ condition: Expression, _ yes: Expression, _ no: Expression) -> Known {
        let decision = known(condition)
        record.expectCondition(decision, "'?'", at: condition.range)
        if case .bool(let truth)? = decision.constant { return known(truth ? yes : no) }
        let (first, second) = guarded(by: condition) { check in
            (check.known(yes), check.known(no))
        }
        guard first.isOptional == second.isOptional else { return .unknown }
        var result = Known(first.shape.union(second.shape))
        result.isOptional = first.isOptional
        return result
    }

    /// Checks what a condition decides about; if the condition asks for kinds, no kind is a mistake there.
    mutating func guarded<Value>(
        by condition: Expression, _ check: (inout ShapeCheck) -> Value
    ) -> Value {
        let before = record.findings.count
        let result = check(&self)
        if condition.asksForKind { record.dropMismatches(after: before) }
        return result
    }

    /// `optional.or(other)`, `optional.orValue(other)`.
    mutating func fallback(_ optional: Expression, _ other: Expression, unwraps: Bool) -> Known {
        let (value, replacement) = (known(optional), known(other))
        if !value.isOptional, !value.shape.isUnknown {
            record.report(
                .mismatch(
                    "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, "
                        + "found \(value.shape.kinds.words)"), at: optional.range)
            return .unknown
        }
        var result = Known(value.shape.union(replacement.shape), at: value.place)
        result.isOptional = !unwraps
        return result
    }
}
