/// A match's breakdown as it is to be read: texts only, ready for any format.
///
/// The texts are as the data and the description have them; each formatter makes them harmless for
/// where it writes.
public struct RenderedBreakdown: Equatable, Sendable {
    /// The match's key.
    public let key: String
    /// The season.
    public let year: Int
    /// The season's title, or one made from the year where there is no description.
    public let title: String
    /// Who played and what came out.
    public let heading: Heading
    /// The tables; empty only where the match has no breakdown.
    public let tables: [BreakdownTable]
    /// Sentences that belong below the tables.
    public let notes: [String]
    /// What could not be computed, each with its place; these cells show ⚠.
    public let problems: [String]
    /// Whether the tables were made from the dictionary alone, without a description.
    public let isGeneric: Bool

    /// Who played and what came out.
    public struct Heading: Equatable, Sendable {
        /// The event's key.
        public let eventKey: String
        /// The match within the event, in words.
        public let matchName: String
        /// The red alliance.
        public let red: Alliance
        /// The blue alliance.
        public let blue: Alliance
        /// Who won, if somebody did.
        public let winner: Side?
    }
}

/// Rows that belong together.
public struct BreakdownTable: Equatable, Sendable {
    /// What stands above the rows, if anything.
    public let title: String?
    /// The rows, in order.
    public let rows: [Row]

    /// One thing measured on both sides.
    public struct Row: Equatable, Sendable {
        /// What it is.
        public let label: String
        /// How much it stands out.
        public let kind: RowKind
        /// The red alliance's cell.
        public let red: String
        /// The blue alliance's cell.
        public let blue: String
    }
}

/// How much a row stands out.
public enum RowKind: String, Sendable, CaseIterable {
    /// One of many.
    case plain
    /// Sums up some rows above.
    case subtotal
    /// Sums up a period, or the match.
    case total
}
