import CEL

/// Gives expressions their names: the data, the file's own names, and the current item and side.
///
/// A class, so that each of a match's hundred evaluations passes a reference and not a copy.
final class PassActivation: SharedActivation {
    private let values: SidedValues?
    private let named: [NamedValue]
    /// The steps that all evaluations, and all other work, may take together.
    let fuel: SharedFuel
    /// The named values that were needed so far: for the left side and outside of sides, then for
    /// the right side.
    @exclusivity(unchecked) private var results: [Outcome?]

    /// What computing a named value gave; no `Result`, because the type of a list of results costs a start ten times
    /// as much.
    private enum Outcome {
        case value(Value)
        case failure(EvaluationError)
    }

    /// The element of `each`, in rows with `each`.
    @exclusivity(unchecked) var item: Value? {
        didSet { forgetItems() }
    }
    /// Collects the values behind the current cell; nil outside of cells, and if the caller did not ask for values.
    @exclusivity(unchecked) var raw: RawValue?
    /// The side of the current cell; nil outside of cells.
    @exclusivity(unchecked) var side: Side?

    /// Makes an activation for some data; without data, for keys.
    init(
        values: SidedValues?, named: [NamedValue] = [], item: Value? = nil,
        sharing fuel: SharedFuel
    ) {
        self.values = values
        self.named = named
        self.fuel = fuel
        self.item = item
        results = Array(repeating: nil, count: 2 * named.count)
    }

    func resolve(_ name: String, _ number: Int) -> Value? {
        guard number != VariableNumber.item else { return item }
        guard let values else { return nil }
        guard let place = VariableNumber.place(of: number) else {
            return values.value(of: number, side)
        }
        return if case .value(let value) = outcome(place) { value } else { nil }
    }

    /// Computes an expression's value; all share the fuel.
    func evaluate(_ expression: Expression) throws(EvaluationError) -> Value {
        try expression.program.evaluate(sharing: self, fuel)
    }

    /// Why an evaluation really failed: the language treats a named value without a value as an
    /// unknown name.
    func cause(of error: EvaluationError) -> EvaluationError {
        var error = error
        // No value uses itself, so this ends.
        while case .noSuchVariable(let name) = error.kind,
            let place = named.firstIndex(where: { $0.name == name }),
            case .failure(let cause) = outcome(place)
        {
            error = cause
        }
        return error
    }

    /// Computes a named value once for each item and side that it depends on.
    ///
    /// Otherwise named values that use named values would take exponential time.
    private func outcome(_ place: Int) -> Outcome {
        let usesBlue = side == .blue && named[place].usesSide
        let slot = usesBlue ? named.count + place : place
        if let known = results[slot] { return known }
        let outcome: Outcome
        do {
            outcome = .value(try evaluate(named[place].expression))
        } catch {
            outcome = .failure(error)
        }
        results[slot] = outcome
        return outcome
    }

    private func forgetItems() {
        guard !results.isEmpty else { return }
        for (at, value) in named.enumerated() where value.usesItem {
            results[at] = nil
            results[named.count + at] = nil
        }
    }
}
