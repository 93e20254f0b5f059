import BreakdownRenderer
import JSON

/// A first description of data without a description: every field is a row, in a sensible
/// order.
///
/// The author cuts it down.
///
/// It is made only from examples. It applies to each of them and shows each without a problem. It
/// names the fields that it cannot show.
package struct DescriptionDraft: Sendable {
    /// The condition that is true for such data; nil if the examples have no field in common.
    package internal(set) var applies: String?
    /// The rows, those of one part of the game together.
    package internal(set) var sections: [Section] = []
    /// Sentences below the table, each an object as the format has it.
    package internal(set) var notes: [JSONObject] = []
    /// The fields that no row shows, and the reasons; if there are very many, only the first.
    package internal(set) var leftOut: [String] = []
    /// How many fields no row shows.
    package internal(set) var leftOutCount = 0

    package struct Section: Sendable {
        package let title: String
        package internal(set) var rows: [Row]
    }

    /// A row as the format has it, with comments for its author.
    package struct Row: Sendable {
        /// Comments for its author, one on each line.
        package var comments: [String] = []
        /// The row's members, in the order in which people write them.
        package var members: JSONObject
    }

    /// Drafts a description of matches.
    ///
    /// - Parameters:
    ///   - matches: matches of one season, each with a score breakdown.
    ///   - others: more matches, whose fields get no rows; the draft names the fields that `matches` lack.
    /// - Returns: the draft; it has no section if the breakdowns have no fields.
    package static func ofMatches(_ matches: [JSON], others: [JSON] = []) -> DescriptionDraft {
        DraftMaking(breakdowns(matches), of: .match)
            .draft(beside: DraftMaking(breakdowns(others), of: .match))
    }

    private static func breakdowns(_ matches: [JSON]) -> [JSONObject] {
        matches.compactMap { $0["score_breakdown"]?.objectValue }
    }

    /// Drafts a description of events' statistics.
    ///
    /// - Returns: the draft; it has no section if the statistics have no fields.
    package static func ofInsights(_ insights: [JSON]) -> DescriptionDraft {
        DraftMaking(insights.compactMap(\.objectValue), of: .insights).draft()
    }

    /// How many rows it has, one with `each` counted once.
    package var rowsCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
}

/// The limits of a draft.
enum DraftLimits {
    /// Rows, with `each` written out: a person must read the draft, and a description has a limit.
    static let rowsMax = 400
    /// Different texts of one field that are listed as words; if there are more, they are free
    /// text.
    static let wordsMax = 20
    /// Characters of such a text.
    static let wordLengthMax = 40
    /// Notes about values beside the two sides.
    static let notesMax = 20
    /// Omitted fields that are named; the others are only counted.
    static let leftOutMax = 30
    /// Fields that the condition of a draft asks for.
    static let appliesMax = 3
}
