/// The common part of all comprehensions: the range and the variable.
struct Loop: Sendable {
    let range: Step
    let rangeRange: SourceRange
    let slot: Int
    let filter: Step?
    let filterRange: SourceRange
    let body: Step
    let bodyRange: SourceRange

    /// Runs `body` for each element that passes the filter, until it returns false.
    ///
    /// Not inlined: each comprehension would contain a copy.
    @inline(never)
    func forEach(
        _ evaluation: inout Evaluation,
        _ work: (Iteration, Int, inout Evaluation) throws(EvaluationError) -> Bool
    ) throws(EvaluationError) {
        let value = try range.evaluate(&evaluation)
        let iteration = try evaluation.located(rangeRange) { (budget) throws(FunctionError) in
            try Iteration(value, &budget)
        }
        for index in 0..<iteration.count {
            try evaluation.spend(bodyRange)
            evaluation.locals[slot] = iteration[index]
            if let filter, try !filter.condition(&evaluation, "filter", filterRange) { continue }
            guard try work(iteration, index, &evaluation) else { return }
        }
    }

    /// The body's truth value for the current element.
    func condition(_ evaluation: inout Evaluation) throws(EvaluationError) -> Bool {
        try body.condition(&evaluation, "condition", bodyRange)
    }
}
