extension Step {
    /// `left && right`, or `left || right`: if one side decides, an error in the other does not matter.
    ///
    /// Language definition, "Logical Operators".
    ///
    /// - Parameter deciding: the value with which either side decides: false for `&&`, true for `||`.
    static func logic(
        _ left: Step, _ right: Step, deciding: Bool, _ leftRange: SourceRange,
        _ rightRange: SourceRange
    ) -> Step {
        let name: StaticString = deciding ? "'||'" : "'&&'"
        return Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(leftRange)
            do throws(EvaluationError) {
                if try left.condition(&evaluation, name, leftRange) == deciding {
                    return .bool(deciding)
                }
            } catch {
                guard error.isAbsorbable else { throw error }
                do throws(EvaluationError) {
                    if try right.condition(&evaluation, name, rightRange) == deciding {
                        return .bool(deciding)
                    }
                } catch let second {
                    throw second.isAbsorbable ? error : second
                }
                throw error
            }
            return .bool(try right.condition(&evaluation, name, rightRange))
        }
    }

    /// The opposite of a condition: `!operand`.
    static func not(_ operand: Step, _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            .bool(try !operand.condition(&evaluation, "'!'", range))
        }
    }

    /// `condition ? yes : no`: only the branch that is taken is evaluated.
    static func conditional(
        _ condition: Step, _ yes: Step, _ no: Step, _ conditionRange: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(conditionRange)
            let truth = try condition.condition(&evaluation, "'?'", conditionRange)
            return try (truth ? yes : no).evaluate(&evaluation)
        }
    }
}
