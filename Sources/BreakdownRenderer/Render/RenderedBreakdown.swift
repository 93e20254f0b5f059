/// A match's breakdown, or an event's insights, as texts for any output format.
///
/// The texts are as the data and the description have them. Each formatter makes them harmless for
/// its output.
public struct RenderedBreakdown: Equatable, Sendable {
    /// The match's key; of insights, the event's.
    public let key: String
    /// The season.
    public let year: Int
    /// The two columns.
    public let subject: Subject
    /// The season's title, or one made from the year if there is no description.
    public let title: String
    /// The teams and the result.
    public let heading: Heading
    /// The tables; empty only if there is no breakdown.
    public let tables: [BreakdownTable]
    /// Sentences that belong below the tables.
    public let notes: [String]
    /// What could not be computed, each with its place; these cells show ⚠.
    public let problems: [String]
    /// Whether the tables were made without a description.
    public let isGeneric: Bool
    /// Where the data came from; nil for a file.
    public let retrieval: Retrieval?
    /// The first of ``notes``, if a stream corrects with it what it said before.
    var correction: String?
    /// What an earlier line of the same stream said, as one JSON object; nil if it said nothing of this match.
    public internal(set) var replaces: String?

    /// The teams and the result; for insights only the event is known.
    public struct Heading: Equatable, Sendable {
        /// The event's key.
        public let eventKey: String
        /// The event's name, if known.
        public let eventName: String?
        /// The round by its word in the key: `qm`, `sf`, `f`; empty for insights.
        public let level: String
        /// The match within the event, in words; of insights `Event Insights`.
        public let matchName: String
        /// The match's local date and time, `6 Apr 2024, 14:32`, or the event's days; nil if unknown.
        public let date: String?
        /// When the match was or will be played; nil if unknown.
        public let time: MatchTime?
        /// The red alliance.
        public let red: Alliance
        /// The blue alliance.
        public let blue: Alliance
        /// The winner, if there is one.
        public let winner: Side?
        /// The red alliance's ranking points, if known.
        public let redRankingPoints: Int64?
        /// The blue alliance's ranking points, if known.
        public let blueRankingPoints: Int64?
        /// Whether nothing says that the match was played, and nothing can be shown of it.
        var isUnplayed = false
        /// The names of the two columns, where they are not those of the subject.
        var columnNames: ColumnNames?

        /// The names of two columns.
        struct ColumnNames: Equatable, Sendable {
            let left: String
            let right: String
        }
    }
}

/// Rows that belong together.
public struct BreakdownTable: Equatable, Sendable {
    /// The title above the rows, if there is one.
    public let title: String?
    /// The rows, in order.
    public let rows: [Row]

    /// One thing measured on both sides.
    public struct Row: Equatable, Sendable {
        /// What it is, in full: `Auto Coral Count L4`.
        public let label: String
        /// The label that it shares with its neighbours of the same ``group``: `Auto Coral Count`;
        /// nil for a single row.
        public let group: String?
        /// The label without ``group``: `L4`; without a group, the same as ``label``.
        public let name: String
        /// Its emphasis.
        public let kind: RowKind
        /// The left column's cell: the red alliance, or the qualification.
        public let red: String
        /// The right column's cell: the blue alliance, or the playoffs.
        ///
        /// A mirrored one faces the left column's cell.
        public let blue: String
        /// The right column's cell where it does not face the left one's: the same, and never mirrored.
        public let blueAlone: String
        /// The values behind the cells; nil if the renderer did not keep them.
        let raw: RawCells?

        init(
            _ name: String, group: String? = nil, kind: RowKind, red: String, blue: String,
            blueAlone: String? = nil, raw: RawCells? = nil
        ) {
            label = group.map { name.isEmpty ? $0 : "\($0) \(name)" } ?? name
            self.group = group
            self.name = name
            self.kind = kind
            self.red = red
            self.blue = blue
            self.blueAlone = blueAlone ?? blue
            self.raw = raw
        }
    }
}

/// The emphasis of a row.
public enum RowKind: String, Sendable, CaseIterable {
    /// An ordinary row.
    case plain
    /// The sum of some rows above.
    case subtotal
    /// The sum of a period, or of the match.
    case total
}
