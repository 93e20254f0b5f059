import BreakdownRenderer
import JSON

/// A first description of data without a description: every field is a row, in a sensible
/// order.
///
/// The author cuts it down.
///
/// It is made only from examples. It applies to each of them and shows each without a problem. It
/// names the fields that it cannot show.
struct DescriptionDraft: Sendable {
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

    struct Section: Sendable {
        let title: String
        package internal(set) var rows: [Row]
    }

    /// A row as the format has it, with comments for its author.
    package struct Row: Sendable {
        /// Comments for its author, one on each line.
        var comments: [String] = []
        /// The row's members, in the order in which people write them.
        package var members: JSONObject
    }

    /// Drafts a description of matches.
    ///
    /// - Returns: the draft; it has no section if the breakdowns have no fields.
    static func ofMatches(_ matches: [JSON], others: [JSON] = []) -> DescriptionDraft {
        DraftMaking(breakdowns(matches), of: .match)
            .draft(beside: DraftMaking(breakdowns(others), of: .match))
    }

    private static func breakdowns(_ matches: [JSON]) -> [JSONObject] {
        matches.compactMap { $0["score_breakdown"]?.objectValue }
    }

    /// Drafts a description of events' statistics.
    ///
    /// - Returns: the draft; it has no section if the statistics have no fields.
    static func ofInsights(_ insights: [JSON]) -> DescriptionDraft {
        DraftMaking(insights.compactMap(\.objectValue), of: .insights).draft()
    }

    /// How many rows it has, one with `each` counted once.
    var rowsCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
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

/// Makes a draft from examples: gathers their fields, makes rows and sorts them.
struct DraftMaking {
    private let subject: Subject
    /// The fields of the sides, from all examples and both sides together.
    private var side = FieldTree()
    /// The fields beside the sides.
    private var beside = FieldTree()
    private let count: Int

    init(_ examples: [JSONObject], of subject: Subject) {
        self.subject = subject
        count = examples.count
        let keys = [subject.left.key, subject.right.key]
        for (at, example) in examples.enumerated() {
            for member in example.members {
                guard keys.contains(member.key) else {
                    var alone = JSONObject()
                    alone[member.key] = member.value
                    beside.add(.object(alone), example: at)
                    continue
                }
                if member.value.objectValue != nil { side.add(member.value, example: at) }
            }
        }
    }

    /// The draft.
    func draft(beside others: DraftMaking? = nil) -> DescriptionDraft {
        var draft = DescriptionDraft()
        var leftOut: [String] = []
        let fields = DraftField.all(below: side, leftOut: &leftOut)
        var rows = DraftRows(subject)
        rows.add(fields)
        leftOut += rows.leftOut
        for (phase, row) in rows.sorted() {
            if draft.sections.last?.title != phase {
                draft.sections.append(DescriptionDraft.Section(title: phase, rows: []))
            }
            draft.sections[draft.sections.count - 1].rows.append(row)
        }
        if subject == .match {
            draft.applies = applies(fields)
            draft.notes = notes(leftOut: &leftOut)
        }
        if let others { leftOut += others.names.subtracting(names).sorted().map(Self.isRare) }
        draft.leftOutCount = leftOut.count
        let hidden = leftOut.count - DraftLimits.leftOutMax
        draft.leftOut = Array(leftOut.prefix(DraftLimits.leftOutMax))
        if hidden > 0 { draft.leftOut.append("… and \(hidden) more") }
        return draft
    }

    /// The names of all fields, with a value or without.
    private var names: Set<String> {
        var empty: [String] = []
        let fields =
            DraftField.all(below: side, leftOut: &empty)
            + DraftField.all(below: beside, leftOut: &empty)
        return Set(fields.map(\.name.shown))
    }

    private static func isRare(_ name: String) -> String {
        "\(name): in none of the samples; a row for it needs a sample that has it"
    }

    /// Fields that most seasons have do not identify a season.
    private static let common = [
        ["adjust", "points"], ["auto", "points"], ["teleop", "points"], ["total", "points"],
        ["endgame", "points"], ["end", "game", "points"], ["foul", "points"], ["foul", "count"],
        ["tech", "foul", "count"], ["rp"],
    ]

    /// A condition for such data: at least one of some fields that each example has.
    private func applies(_ fields: [DraftField]) -> String? {
        var tops: [String] = []
        for field in fields {
            if let key = field.name.keys.first, tops.last != key { tops.append(key) }
        }
        let everywhere = tops.filter { key in
            side.fields.first { $0.key == key }?.tree.examples.count == count
        }
        let telling = everywhere.filter { !Self.common.contains(KeyWords($0).words) }
        let found = telling.isEmpty ? everywhere : telling
        guard let last = found.indices.last else { return nil }
        // Fields from the beginning, the middle and the end belong to different parts of the game.
        let chosen = Set([0, last / 2, last]).sorted().prefix(DraftLimits.appliesMax)
        // One side may be empty if no team played.
        return chosen.map { FieldName(keys: [found[$0]]).presence(below: subject.left.key) }
            .joined(separator: " || ")
    }

    /// A sentence for each plain value beside the sides.
    private func notes(leftOut: inout [String]) -> [JSONObject] {
        var notes: [JSONObject] = []
        for field in DraftField.all(below: beside, leftOut: &leftOut) {
            guard field.name.keys.count == 1, field.tree.form != .objects,
                notes.count < DraftLimits.notesMax
            else {
                leftOut.append("\(field.name.shown), outside red and blue")
                continue
            }
            var note = JSONObject()
            note["when"] = .string(field.name.presence(below: "breakdown"))
            note["text"] = .string("\(field.label): {\(field.name.expression(below: "breakdown"))}")
            notes.append(note)
        }
        return notes
    }
}
