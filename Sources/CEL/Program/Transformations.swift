/// `filter`: a list of the elements, or keys, for which the body is true.
final class FilterList: Step {
    let loop: Loop

    init(_ loop: Loop) {
        self.loop = loop
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        var values: [Value] = []
        try loop.forEach(&evaluation) { (iteration, index, evaluation) throws(EvaluationError) in
            if try loop.condition(&evaluation) { values.append(iteration.single(index)) }
            return true
        }
        return try evaluation.located(loop.bodyRange) { (budget) throws(FunctionError) in
            try budget.list(values)
        }
    }
}

/// `map` and `transformList`: a list of what the body gives.
final class TransformList: Step {
    /// Room for most lists; longer ones grow as the body pays for them.
    private static let firstCapacity = 16

    let loop: Loop

    init(_ loop: Loop) {
        self.loop = loop
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        var values: [Value] = []
        try loop.forEach(&evaluation) { (iteration, index, evaluation) throws(EvaluationError) in
            if index == 0 { values.reserveCapacity(min(iteration.count, Self.firstCapacity)) }
            values.append(try loop.body.evaluate(&evaluation))
            return true
        }
        return try evaluation.located(loop.bodyRange) { (budget) throws(FunctionError) in
            try budget.list(values)
        }
    }
}

/// `transformMap`: a map with the same keys and what the body gives.
final class TransformMap: Step {
    let loop: Loop

    init(_ loop: Loop) {
        self.loop = loop
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        var builder = MapBuilder()
        try loop.forEach(&evaluation) { (iteration, index, evaluation) throws(EvaluationError) in
            let value = try loop.body.evaluate(&evaluation)
            if let key = MapKey(iteration.first(index)) { builder.append(key, value) }
            return true
        }
        return try evaluation.located(loop.bodyRange) { (budget) throws(FunctionError) in
            try builder.map(&budget)
        }
    }
}

/// `transformMapEntry`: a map of all entries in the maps that the body gives.
final class TransformMapEntry: Step {
    let loop: Loop

    init(_ loop: Loop) {
        self.loop = loop
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        var builder = MapBuilder()
        try loop.forEach(&evaluation) { (_, _, evaluation) throws(EvaluationError) in
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
            return true
        }
        return try evaluation.located(loop.bodyRange) { (budget) throws(FunctionError) in
            try builder.map(&budget)
        }
    }
}
