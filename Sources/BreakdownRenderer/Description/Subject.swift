/// What a description describes, with the two columns of its tables and their names.
public enum Subject: Sendable {
    /// A match: the red and the blue alliance.
    case match
    /// An event's statistics: qualification and playoffs.
    case insights

    /// A column of a table.
    public struct Column: Equatable, Sendable {
        /// Its name in data and expressions: `red`, `blue`, `qual`, `playoff`.
        public let key: String
        /// Its name in a heading.
        public let name: String
    }

    /// The left column, of a match the red alliance.
    public var left: Column {
        switch self {
        case .match: Column(key: "red", name: "Red")
        case .insights: Column(key: "qual", name: "Qualification")
        }
    }

    /// The right column, of a match the blue alliance.
    public var right: Column {
        switch self {
        case .match: Column(key: "blue", name: "Blue")
        case .insights: Column(key: "playoff", name: "Playoffs")
        }
    }

    /// The names that every expression may use.
    var gateNames: [String] {
        switch self {
        case .match: ["match", "breakdown", "red", "blue"]
        case .insights: ["qual", "playoff"]
        }
    }

    /// The additional names for an expression in a cell.
    var sideNames: [String] {
        switch self {
        case .match: ["alliance", "opponent", "side", "teams"]
        case .insights: ["stats", "side"]
        }
    }
}
