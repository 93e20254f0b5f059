struct Evaluation {
    let activation: any SharedActivation
    /// The values of comprehension variables, by slot.
    var locals: [Value]
    /// Empty, with the room of the arguments of an earlier call.
    var spareArguments: [Value] = []
    var budget: Budget

    init(
        activation: any SharedActivation, localCount: Int, limits: CELLimits,
        sharing fuel: SharedFuel?
    ) {
        self.activation = activation
        locals = Array(repeating: .null, count: localCount)
        budget = Budget(limits, sharing: fuel)
    }

    /// Runs work that uses the budget; its errors get the place `range`.
    mutating func located<Result>(
        _ range: SourceRange, _ work: (inout Budget) throws(FunctionError) -> Result
    ) throws(EvaluationError) -> Result {
        do {
            return try work(&budget)
        } catch {
            throw EvaluationError(error, at: range)
        }
    }

    /// Pays for one operation; eight more operands cost one step more.
    @inline(__always)
    mutating func spend(_ range: SourceRange, operands: Int = 0) throws(EvaluationError) {
        if budget.isOverspent(by: 1 + operands / 8) { throw outOfFuel(range) }
    }

    @inline(never)
    private func outOfFuel(_ range: SourceRange) -> EvaluationError {
        EvaluationError(budget.outOfFuel(), at: range)
    }
}

/// One operation of a program, with its operands.
struct Step: Sendable {
    /// Computes the operands' values first, then the operation's.
    let evaluate: @Sendable (inout Evaluation) throws(EvaluationError) -> Value

    func condition(
        _ evaluation: inout Evaluation, _ name: StaticString, _ range: SourceRange
    ) throws(EvaluationError) -> Bool {
        let value = try evaluate(&evaluation)
        guard case .bool(let truth) = value else {
            throw EvaluationError(
                .typeMismatch, "\(name): expected true or false, found \(value.kind)", at: range)
        }
        return truth
    }
}

extension EvaluationError {
    init(_ error: FunctionError, at range: SourceRange) {
        self = .failed(error.kind, message: error.message, range)
    }

    init(_ kind: Kind, _ message: String, at range: SourceRange) {
        self = .failed(kind, message: message, range)
    }

    /// Whether `&&`, `||`, `all` and `exists` may ignore this error if the others decide; a limit
    /// always ends the evaluation.
    var isAbsorbable: Bool { kind != .limitExceeded }
}

extension Step {
    /// A function with its arguments; an error in an argument is the call's error.
    static func call(_ function: Function, _ arguments: [Step], _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range, operands: arguments.count)
            // In a loop each call uses the room of the one before it. An inner call finds none, and makes its own.
            var values: [Value] = []
            swap(&values, &evaluation.spareArguments)
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try argument.evaluate(&evaluation)) }
            do throws(FunctionError) {
                let result = try function.body(values, &evaluation.budget)
                // Faster than `removeAll`, which makes room for another number of elements.
                while values.popLast() != nil {}
                evaluation.spareArguments = values
                return result
            } catch {
                throw EvaluationError(error, at: range)
            }
        }
    }

    /// `all` and `exists`: a chain of `&&` or `||`, which treats errors in the same way.
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

    static func constant(_ value: Value) -> Step {
        Step { (_) throws(EvaluationError) in value }
    }

    static func variable(
        _ name: String, _ number: Int, isComputed: Bool, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            if isComputed { evaluation.budget.settle() }
            let value = evaluation.activation.resolve(name, number)
            if isComputed { evaluation.budget.renew() }
            guard let value else {
                throw EvaluationError(
                    .noSuchVariable(name), "expected a value for '\(name)', found none",
                    at: range)
            }
            return value
        }
    }

    static func local(_ slot: Int) -> Step {
        Step { (evaluation) throws(EvaluationError) in evaluation.locals[slot] }
    }

    /// A name or call without meaning that compiling allowed: it fails when it is evaluated.
    static func unresolved(_ error: EvaluationError) -> Step {
        Step { (_) throws(EvaluationError) in throw error }
    }

    /// If one side decides, an error in the other does not matter (language definition, "Logical Operators").
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
