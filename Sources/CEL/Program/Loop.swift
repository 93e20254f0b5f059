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

    func condition(_ evaluation: inout Evaluation) throws(EvaluationError) -> Bool {
        try body.condition(&evaluation, "condition", bodyRange)
    }
}

/// The elements of a list or the keys of a map in their order.
struct Iteration {
    private enum Source {
        case list(any ListValue)
        case map([MapKey])
    }

    private let source: Source
    let count: Int

    init(_ value: Value, _ budget: inout Budget) throws(FunctionError) {
        switch value {
        case .list(let list):
            source = .list(list)
            count = list.count
        case .map(let map):
            count = map.count
            try budget.spend(count)
            source = try .map(map is NativeMap ? map.keys : budget.sorted(map.keys))
        default:
            throw FunctionError(
                .typeMismatch, "expected a list or a map to look through, found \(value.kind)")
        }
    }

    subscript(index: Int) -> Value {
        switch source {
        case .list(let list): list[index]
        case .map(let keys): keys[index].value
        }
    }
}

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
