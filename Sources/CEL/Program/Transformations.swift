extension Step {
    /// `filter`: a list of the elements, or keys, for which the body is true.
    static func filter(_ loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.list(&evaluation) {
                (iteration, index, evaluation, values) throws(EvaluationError) in
                if try loop.condition(&evaluation) { values.append(iteration.single(index)) }
            }
        }
    }

    /// Room for most lists; longer ones grow as the body pays for them.
    private static let firstCapacity = 16

    /// `map` and `transformList`: a list of what the body gives.
    static func list(of loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.list(&evaluation) {
                (iteration, index, evaluation, values) throws(EvaluationError) in
                if index == 0 { values.reserveCapacity(min(iteration.count, firstCapacity)) }
                values.append(try loop.body.evaluate(&evaluation))
            }
        }
    }

    /// `transformMap`: a map with the same keys and what the body gives.
    static func map(of loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.map(&evaluation) {
                (iteration, index, evaluation, builder) throws(EvaluationError) in
                let value = try loop.body.evaluate(&evaluation)
                if let key = MapKey(iteration.first(index)) { builder.append(key, value) }
            }
        }
    }

    /// `transformMapEntry`: a map of all entries in the maps that the body gives.
    static func entries(of loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try loop.map(&evaluation) { (_, _, evaluation, builder) throws(EvaluationError) in
                let value = try loop.body.evaluate(&evaluation)
                guard case .map(let entries) = value else {
                    throw EvaluationError(
                        .typeMismatch, "transformMapEntry: expected a map, found \(value.kind)",
                        at: loop.bodyRange)
                }
                try evaluation.located(loop.bodyRange) { (budget) throws(FunctionError) in
                    try budget.spend(entries.count)
                    for key in entries.keys {
                        try budget.find(key, in: entries)
                        if let value = entries.value(for: key) { builder.append(key, value) }
                    }
                }
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

    /// Makes a map of what `append` adds for each element.
    fileprivate func map(
        _ evaluation: inout Evaluation,
        _ append:
            (Iteration, Int, inout Evaluation, inout MapBuilder) throws(EvaluationError) -> Void
    ) throws(EvaluationError) -> Value {
        var builder = MapBuilder()
        try forEach(&evaluation) { (iteration, index, evaluation) throws(EvaluationError) in
            try append(iteration, index, &evaluation, &builder)
            return true
        }
        return try evaluation.located(bodyRange) { (budget) throws(FunctionError) in
            try builder.map(&budget)
        }
    }
}
