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
    func evaluate(_ expression: CompiledExpression) throws(EvaluationError) -> Value {
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

/// The numbers by which expressions find their names: comparing a number is faster than comparing texts.
enum VariableNumber {
    static let match = 0
    static let breakdown = 1
    static let left = 2
    static let right = 3
    static let own = 4
    static let other = 5
    static let teams = 6
    static let side = 7
    static let item = 8
    private static let firstNamed = 16

    /// The number of a name that every description has.
    static func of(_ name: String) -> Int {
        switch name {
        case "match": match
        case "breakdown": breakdown
        case "red", "qual": left
        case "blue", "playoff": right
        case "alliance", "stats": own
        case "opponent": other
        case "teams": teams
        case "side": side
        default: item
        }
    }

    /// The number of a name, which may be a description's own.
    static func of(_ name: String, in named: [NamedValue]) -> Int {
        guard let place = named.firstIndex(where: { $0.name == name }) else { return of(name) }
        return ofNamedValue(place)
    }

    /// The number of a description's own name.
    static func ofNamedValue(_ place: Int) -> Int { firstNamed + place }

    /// The place of the named value with this number; nil for every other name.
    static func place(of number: Int) -> Int? {
        number < firstNamed ? nil : number - firstNamed
    }
}
