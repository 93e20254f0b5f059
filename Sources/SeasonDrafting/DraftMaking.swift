import BreakdownRenderer
import JSON

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
    ///
    /// - Parameter others: examples whose fields are named where this draft has no row for them.
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
