import CEL

/// A compiled expression and its text, which problems quote.
struct Expression: Sendable {
    let source: String
    let program: Program
}

/// Where an expression stands decides which names it may use.
enum ExpressionScope {
    /// Decides about a row, a table or a note, or stands in a label: sees both sides alike.
    case gate
    /// Stands in a cell: sees one side as `alliance` and the other as `opponent`.
    case cell
    /// Makes a key: the same for every match, so that it is known when a description is read.
    case key

    /// What an expression here may refer to.
    ///
    /// - Parameter hasItem: whether the row has `each`.
    /// - Returns: the environment.
    func environment(hasItem: Bool) -> Environment {
        switch (self, hasItem) {
        case (.gate, false): Self.gateEnvironment
        case (.gate, true): Self.gateItemEnvironment
        case (.cell, false): Self.cellEnvironment
        case (.cell, true): Self.cellItemEnvironment
        case (.key, false): Self.keyEnvironment
        case (.key, true): Self.keyItemEnvironment
        }
    }

    /// What helps where `name` is not known here, but would be elsewhere.
    func remedy(forUnknown name: String, hasItem: Bool) -> String? {
        if self == .key, Self.cellNames.contains(name) {
            return "a key may be made from `item` only; use `value` instead of `field`"
        }
        return switch name {
        case "item" where !hasItem: "`item` exists only in a row with `each`"
        case "alliance", "opponent", "side", "teams":
            "`\(name)` exists only in cells (`value`, `text`); use `red` or `blue`"
        default: nil
        }
    }

    private static let gateNames = ["match", "breakdown", "red", "blue"]
    private static let cellNames = gateNames + ["alliance", "opponent", "side", "teams"]

    private static let gateEnvironment = make(gateNames)
    private static let gateItemEnvironment = make(gateNames + ["item"])
    private static let cellEnvironment = make(cellNames)
    private static let cellItemEnvironment = make(cellNames + ["item"])
    private static let keyEnvironment = make([])
    private static let keyItemEnvironment = make(["item"])

    private static func make(_ names: [String]) -> Environment {
        Environment(variables: names, functions: HostFunctions.all)
    }
}
