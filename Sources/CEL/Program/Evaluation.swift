/// The state of one evaluation.
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

    /// The truth value of a condition.
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
