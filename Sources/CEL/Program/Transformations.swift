extension Step {
    /// `filter`: a list of the elements, or keys, for which the body is true.
    static func filter(_ loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.list(&evaluation) {
                (iteration, index, evaluation, values) throws(EvaluationError) in
                if try loop.condition(&evaluation) { values.append(iteration[index]) }
            }
        }
    }

    /// Room for most lists; longer ones grow as the body pays for them.
    private static let firstCapacity = 16

    /// `map`: a list of what the body gives.
    static func list(of loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.list(&evaluation) {
                (iteration, index, evaluation, values) throws(EvaluationError) in
                if index == 0 { values.reserveCapacity(min(iteration.count, firstCapacity)) }
                values.append(try loop.body.evaluate(&evaluation))
            }
        }
    }
}

extension Loop {
    /// Makes a list of what `append` adds for each element.
    fileprivate func list(
        _ evaluation: inout Evaluation,
        _ append: (Iteration, Int, inout Evaluation, inout [Value]) throws(EvaluationError) -> Void
    ) throws(EvaluationError) -> Value {
        var values: [Value] = []
        try forEach(&evaluation) { (iteration, index, evaluation) throws(EvaluationError) in
            try append(iteration, index, &evaluation, &values)
            return true
        }
        return try evaluation.located(bodyRange) { (budget) throws(FunctionError) in
            try budget.list(values)
        }
    }
}
