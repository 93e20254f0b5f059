/// A match's breakdown, or an event's insights, as it is to be read: texts only, ready for any format.
///
/// The texts are as the data and the description have them; each formatter makes them harmless for
/// where it writes.
public struct RenderedBreakdown: Equatable, Sendable {
    /// The match's key; of insights, the event's.
    public let key: String
    /// The season.
    public let year: Int
    /// What the two columns are.
    public let subject: Subject
    /// The season's title, or one made from the year where there is no description.
    public let title: String
    /// Who played and what came out.
    public let heading: Heading
    /// The tables; empty only where there is no breakdown.
    public let tables: [BreakdownTable]
    /// Sentences that belong below the tables.
    public let notes: [String]
    /// What could not be computed, each with its place; these cells show ⚠.
    public let problems: [String]
    /// Whether the tables were made from the dictionary alone, without a description.
    public let isGeneric: Bool

    /// Who played and what came out; of insights only the event is known.
    public struct Heading: Equatable, Sendable {
        /// The event's key.
        public let eventKey: String
        /// The match within the event, in words; of insights `Event Insights`.
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
        /// What it is, in full: `Auto Coral Count L4`.
        public let label: String
        /// The label that it has in common with its neighbours of the same ``group``:
        /// `Auto Coral Count`; nil for a row by itself.
        public let group: String?
        /// What it is apart from ``group``: `L4`; without one, the same as ``label``.
        public let name: String
        /// How much it stands out.
        public let kind: RowKind
        /// The left column's cell: the red alliance, or the qualification.
        public let red: String
        /// The right column's cell: the blue alliance, or the playoffs.
        public let blue: String

        init(_ name: String, group: String? = nil, kind: RowKind, red: String, blue: String) {
            label = group.map { name.isEmpty ? $0 : "\($0) \(name)" } ?? name
            self.group = group
            self.name = name
            self.kind = kind
            self.red = red
            self.blue = blue
        }
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
