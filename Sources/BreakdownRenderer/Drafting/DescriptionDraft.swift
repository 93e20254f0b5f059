import JSON

/// A first description of data that nobody has described yet: every field a row, in a sensible
/// order, for an author to cut from.
///
/// Made from examples alone and bound to them: it applies to each of them and shows each without a
/// problem. What it cannot show it names.
public struct DescriptionDraft: Sendable {
    /// The condition that tells such data from other data; nil if the examples have no field in
    /// common.
    public internal(set) var applies: String?
    /// The rows, those of one part of the game together.
    public internal(set) var sections: [Section] = []
    /// Sentences below the table, each an object as the format has it.
    public internal(set) var notes: [JSONObject] = []
    /// What no row shows, and why.
    public internal(set) var leftOut: [String] = []

    /// Rows about one part of the game.
    public struct Section: Sendable {
        /// What they are about.
        public let title: String
        /// The rows, in order.
        public internal(set) var rows: [Row]
    }

    /// A row as the format has it, and what its author should know about it.
    public struct Row: Sendable {
        /// Sentences for its author, one a line.
        public var comments: [String] = []
        /// The row's members, in the order in which people write them.
        public var members: JSONObject
    }

    /// Drafts a description of matches.
    ///
    /// - Parameter matches: matches of one season, each with a score breakdown.
    /// - Returns: the draft; one without a section where the breakdowns have nothing in them.
    public static func ofMatches(_ matches: [JSON]) -> DescriptionDraft {
        let breakdowns = matches.compactMap { $0["score_breakdown"]?.objectValue }
        return DraftMaking(breakdowns, of: .match).draft()
    }

    /// Drafts a description of events' statistics.
    ///
    /// - Parameter insights: statistics of events of one season.
    /// - Returns: the draft; one without a section where the statistics have nothing in them.
    public static func ofInsights(_ insights: [JSON]) -> DescriptionDraft {
        DraftMaking(insights.compactMap(\.objectValue), of: .insights).draft()
    }

    /// How many rows it has, one with `each` counted once.
    public var rowsCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
}

/// What a draft takes of its examples at most.
enum DraftLimits {
    /// Rows, those of `each` written out: a draft is read by a person, and a description has a
    /// limit.
    static let rowsMax = 400
    /// Different texts of one field that are listed as words; more are free text.
    static let wordsMax = 20
    /// Characters of such a text.
    static let wordLengthMax = 40
    /// Notes made of what stands beside the two sides.
    static let notesMax = 20
    /// Fields left out that are named; the rest are counted.
    static let leftOutMax = 30
    /// Fields that the condition of a draft asks for.
    static let appliesMax = 3
}
