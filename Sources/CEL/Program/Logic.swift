/// `left && right`, or `left || right`: if one side decides, an error in the other does not matter.
///
/// Language definition, "Logical Operators".
final class Logic: Step {
    let left: any Step
    let right: any Step
    /// The value with which either side decides: false for `&&`, true for `||`.
    let deciding: Bool
    let leftRange: SourceRange
    let rightRange: SourceRange

    init(
        _ left: any Step, _ right: any Step, deciding: Bool, _ leftRange: SourceRange,
        _ rightRange: SourceRange
    ) {
        self.left = left
        self.right = right
        self.deciding = deciding
        self.leftRange = leftRange
        self.rightRange = rightRange
    }

    private var name: StaticString { deciding ? "'||'" : "'&&'" }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(leftRange)
        do {
            if try left.condition(&evaluation, name, leftRange) == deciding {
                return .bool(deciding)
            }
        } catch {
            guard error.isAbsorbable else { throw error }
            return try right(otherwise: error, &evaluation)
        }
        return .bool(try right.condition(&evaluation, name, rightRange))
    }

    /// The right side's value if that decides, else the left side's error.
    private func right(
        otherwise leftError: EvaluationError, _ evaluation: inout Evaluation
    ) throws(EvaluationError) -> Value {
        do {
            if try right.condition(&evaluation, name, rightRange) == deciding {
                return .bool(deciding)
            }
        } catch {
            guard error.isAbsorbable else { throw error }
        }
        throw leftError
    }
}

/// The opposite of a condition: `!operand`.
final class Not: Step {
    let operand: any Step
    let range: SourceRange

    init(_ operand: any Step, _ range: SourceRange) {
        self.operand = operand
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        .bool(try !operand.condition(&evaluation, "'!'", range))
    }
}

/// `condition ? yes : no`: only the branch that is taken is evaluated.
final class Conditional: Step {
    let condition: any Step
    let yes: any Step
    let no: any Step
    let conditionRange: SourceRange

    init(_ condition: any Step, _ yes: any Step, _ no: any Step, _ conditionRange: SourceRange) {
        self.condition = condition
        self.yes = yes
        self.no = no
        self.conditionRange = conditionRange
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(conditionRange)
        let truth = try condition.condition(&evaluation, "'?'", conditionRange)
        return try (truth ? yes : no).evaluate(&evaluation)
    }
}
