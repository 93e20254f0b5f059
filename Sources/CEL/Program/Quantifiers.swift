extension Step {
    /// `all` and `exists`: a chain of `&&` or `||`, which treats errors in the same way.
    ///
    /// - Parameter deciding: the value with which one element decides: false for `all`, true for `exists`.
    static func quantifier(_ loop: Loop, deciding: Bool) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            var isDecided = false
            var firstError: EvaluationError?
            try loop.forEach(&evaluation) { (_, _, evaluation) throws(EvaluationError) in
                do throws(EvaluationError) {
                    isDecided = try loop.condition(&evaluation) == deciding
                } catch {
                    guard error.isAbsorbable else { throw error }
                    if firstError == nil { firstError = error }
                }
                return !isDecided
            }
            if isDecided { return .bool(deciding) }
            if let firstError { throw firstError }
            return .bool(!deciding)
        }
    }

    /// `exists_one`: evaluates every element, so that errors do not depend on the order.
    static func existsOne(_ loop: Loop) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            var count = 0
            try loop.forEach(&evaluation) { (_, _, evaluation) throws(EvaluationError) in
                if try loop.condition(&evaluation) { count += 1 }
                return true
            }
            return .bool(count == 1)
        }
    }
}
