import CEL

/// Where expressions find their names: the data, the file's own names, and the item and side that are
/// being rendered.
///
/// A class, so that each of a match's hundred evaluations passes a reference instead of a copy.
final class PassActivation: Activation {
    private let values: SidedValues?
    private let named: NamedValues
    /// What all evaluations, and all work beside them, may cost together.
    let fuel: SharedFuel
    /// What the named values are, as far as they were asked for: for the left side and for both, then
    /// for the right side.
    private var results: [Result<Value, EvaluationError>?]

    /// The element of `each`, in rows that have it.
    var item: Value? {
        didSet { forgetItems() }
    }
    /// The side whose cell is being filled; nil outside of cells.
    var side: Side?

    /// Makes an activation for some data, or, without values, for keys.
    init(
        values: SidedValues?, named: NamedValues = .none, item: Value? = nil,
        sharing fuel: SharedFuel
    ) {
        self.values = values
        self.named = named
        self.fuel = fuel
        self.item = item
        results = Array(repeating: nil, count: 2 * named.values.count)
    }

    func resolve(_ name: String) -> Value? {
        if name == "item" { return item }
        guard let values else { return nil }
        if let value = values.value(of: name, side) { return value }
        guard let place = named.place(of: name) else { return nil }
        return try? result(place).get()
    }

    /// Computes an expression's value with the fuel that all share.
    func evaluate(_ expression: Expression) throws(EvaluationError) -> Value {
        try expression.program.evaluate(self, sharing: fuel)
    }

    /// Why an evaluation really failed: a named value that has none is to the language an unknown name.
    func cause(of error: EvaluationError) -> EvaluationError {
        var error = error
        // No value is made from itself, so this comes to an end.
        while case .noSuchVariable(let name) = error.kind, let place = named.place(of: name),
            case .failure(let cause) = result(place)
        {
            error = cause
        }
        return error
    }

    /// Works a named value out, once for each item and side it depends on: made from others made from
    /// others, it would otherwise take a time that grows with the power of their number.
    private func result(_ place: Int) -> Result<Value, EvaluationError> {
        let value = named.values[place]
        let slot = value.usesSide && side == .blue ? named.values.count + place : place
        if let known = results[slot] { return known }
        let result: Result<Value, EvaluationError>
        do {
            result = .success(try evaluate(value.expression))
        } catch {
            result = .failure(error)
        }
        results[slot] = result
        return result
    }

    private func forgetItems() {
        guard !results.isEmpty else { return }
        for (at, value) in named.values.enumerated() where value.usesItem {
            results[at] = nil
            results[named.values.count + at] = nil
        }
    }
}
