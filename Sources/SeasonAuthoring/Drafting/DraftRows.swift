import BreakdownRenderer
import CEL
import JSON

/// Makes rows from fields and joins related fields in one row.
struct DraftRows {
    /// The fields without a row, and why.
    private(set) var leftOut: [String] = []
    private let subject: Subject
    private var rows: [Placed] = []
    private var count = 0

    private struct Placed {
        let words: [String]
        let row: DescriptionDraft.Row
    }

    init(_ subject: Subject) {
        self.subject = subject
    }

    /// The variable for the cell's side.
    private var variable: String { subject == .match ? "alliance" : "stats" }

    mutating func add(_ fields: [DraftField]) {
        let joins = joins(fields)
        for (at, field) in fields.enumerated() {
            guard count < DraftLimits.rowsMax else {
                leftOut.append("\(field.name.shown): too many fields")
                continue
            }
            switch joins[at] {
            case nil: append(row(field), field)
            case .family(let family, let trees)?:
                append(row(field, family, trees), field, count: family.numbers.count)
            case .fouls(let fouls)?: append(foulRow(fouls), field)
            case .counts(let counts)?:
                // As many as one `each` may have.
                for start in stride(from: 0, to: counts.count, by: RenderLimits.eachMax) {
                    let part = counts[start..<min(counts.count, start + RenderLimits.eachMax)]
                    append(countsRow(Array(part)), field, count: part.count)
                }
            case .elsewhere?: break
            }
        }
    }

    private mutating func append(_ row: DescriptionDraft.Row, _ field: DraftField, count: Int = 1) {
        self.count += count
        let words = field.name.keys.first.map { KeyWords($0).words } ?? []
        rows.append(Placed(words: words, row: row))
    }

    /// The rows in the order of the generic table, each with the name of its part of the game.
    func sorted() -> [(phase: String, row: DescriptionDraft.Row)] {
        let isTotal = { (row: Placed) in row.row.members["kind"]?.stringValue == "total" }
        return GenericOrder.sorted(rows, words: \.words, isTotal: isTotal).map {
            (subject == .match ? GenericOrder.phaseName($0.words) : "", $0.row)
        }
    }
}

// MARK: - Related fields

extension DraftRows {
    /// How a related field is shown.
    private enum Join {
        case family(FieldFamily, [FieldTree])
        case fouls([DraftField])
        case counts([DraftField])
        /// In the row of an earlier field.
        case elsewhere
    }

    private func joins(_ fields: [DraftField]) -> [Int: Join] {
        var joins: [Int: Join] = [:]
        func join(_ places: [Int], _ join: Join) {
            for at in places { joins[at] = .elsewhere }
            if let first = places.first { joins[first] = join }
        }
        let fouls = fields.indices.filter { fields[$0].isFoulCount }
        if subject == .match, (2...3).contains(fouls.count) {
            join(fouls, .fouls(fouls.map { fields[$0] }))
        }
        if subject == .insights {
            let counts = fields.indices.filter { fields[$0].isCountOf }
            if counts.count > 1 { join(counts, .counts(counts.map { fields[$0] })) }
        }
        for (family, places) in families(fields) where places.allSatisfy({ joins[$0] == nil }) {
            join(places, .family(family, places.map { fields[$0].tree }))
        }
        return joins
    }

    /// The families, those of robots first, and the places of their fields.
    private func families(_ fields: [DraftField]) -> [(FieldFamily, places: [Int])] {
        struct Key: Hashable {
            let pattern: FieldFamily.Pattern
            let form: FieldTree.Form
        }
        var order: [Key] = []
        var members: [Key: [(number: Int, at: Int)]] = [:]
        for (at, field) in fields.enumerated() where field.isPlainCell {
            guard let path = field.name.dotted else { continue }
            for (pattern, number) in FieldFamily.patterns(path) {
                let key = Key(pattern: pattern, form: field.tree.form)
                if members[key] == nil { order.append(key) }
                members[key, default: []].append((number, at))
            }
        }
        return order.compactMap { key in
            guard let members = members[key], members.count <= RenderLimits.eachMax,
                let family = FieldFamily(
                    key.pattern, members: members.map { ($0.number, fields[$0.at].label) })
            else { return nil }
            return (family, members.map(\.at))
        }
    }
}

extension DraftField {
    /// Whether a row of its own shows the field.
    fileprivate var isPlainCell: Bool { tree.form != .objects && tree.form != .object }

    /// Whether it counts fouls, at the top level.
    fileprivate var isFoulCount: Bool {
        guard name.keys.count == 1, name.dotted != nil, tree.form == .number else { return false }
        let words = KeyWords(name.keys[0]).words
        return words.suffix(2) == ["foul", "count"] && words.count <= 3
    }

    /// Whether it is a count of statistics: how often, of how many chances, and percent.
    fileprivate var isCountOf: Bool {
        name.keys.count == 1 && name.dotted != nil && tree.form == .list && tree.lengths == [3]
            && tree.elementKinds.subtracting([.int, .double]).isEmpty
    }

    /// Whether it is a best score: the score, the match's key and its name.
    fileprivate var isScoreIn: Bool {
        tree.form == .list && tree.lengths == [3] && tree.elementKinds.contains(.string)
            && tree.elementKinds.contains(.int)
    }
}

// MARK: - Rows

extension DraftRows {
    private func row(_ field: DraftField) -> DescriptionDraft.Row {
        var row = row(label: field.label, kind: kind(field))
        let source = field.name.expression(below: variable)
        let missesNothing =
            field.name.dotted.map { ("needs", $0) }
            ?? ("when", field.name.presence(below: subject.left.key))
        func cell(_ key: String, _ text: String) {
            row.members[missesNothing.0] = .string(missesNothing.1)
            row.members[key] = .string(text)
        }
        switch field.tree.form {
        case .objects:
            row.comments.append("A list of objects: only how many there are.")
            cell("value", "\(source).size()")
        case .object:
            row.comments.append("Several flags in one row.")
            let keys = field.tree.fields.map { FieldName.quoted($0.key) }
            cell("value", "[\(keys.joined(separator: ", "))].map(key, \(source)[key])")
        case .decimal where subject == .insights: cell("value", "fixed(\(source), 2)")
        case .list where subject == .insights && field.isScoreIn:
            cell("text", "{\(source)[0]} in {\(source)[2]}")
        case .list where subject == .insights && field.isCountOf:
            cell("text", "{\(source)[0]} / {\(source)[1]} ({fixed(\(source)[2], 2)}%)")
        default:
            if let path = field.name.dotted {
                row.members["field"] = .string(path)
            } else {
                cell("value", source)
            }
        }
        add(words: field.tree.words, to: &row)
        return row
    }

    private func row(
        _ field: DraftField, _ family: FieldFamily, _ trees: [FieldTree]
    ) -> DescriptionDraft.Row {
        var row = DescriptionDraft.Row(members: JSONObject())
        row.members["each"] = .array(family.numbers.map { .integer(Int64($0)) })
        row.members["label"] = .string(family.label)
        if let kind = kind(field) { row.members["kind"] = .string(kind) }
        row.members["field"] = .string(family.path)
        let isEnumeration = trees.allSatisfy { !$0.words.isEmpty || $0.texts.isEmpty }
        let words = Set(trees.flatMap(\.words)).sorted()
        if isEnumeration, words.count <= DraftLimits.wordsMax { add(words: words, to: &row) }
        return row
    }

    /// `Fouls / Tech Fouls`, counted for the side that committed them.
    private func foulRow(_ fouls: [DraftField]) -> DescriptionDraft.Row {
        let names = fouls.map { $0.label.replacing(" Count", with: "s") }
        var row = row(label: names.joined(separator: " / "), kind: nil)
        row.comments = [
            "Committed by this alliance. To show them where their points are, on the other side,",
            "write `opponent` for `alliance`.",
        ]
        row.members["needs"] = .array(fouls.compactMap { $0.name.dotted.map(JSON.string) })
        let cells = fouls.map { "{\($0.name.expression(below: variable))}" }
        row.members["text"] = .string(cells.joined(separator: " / "))
        return row
    }

    private func countsRow(_ fields: [DraftField]) -> DescriptionDraft.Row {
        var row = DescriptionDraft.Row(members: JSONObject())
        row.comments = ["How often, of how many chances, and percent."]
        row.members["each"] = .array(
            fields.map { ["label": .string($0.label), "key": .string($0.name.keys[0])] })
        row.members["label"] = "{item.label}"
        row.members["needs"] = "{item.key}"
        let figures = "\(variable)[item.key]"
        row.members["text"] = .string(
            "{\(figures)[0]} / {\(figures)[1]} ({fixed(\(figures)[2], 2)}%)")
        return row
    }

    private func row(label: String, kind: String?) -> DescriptionDraft.Row {
        var row = DescriptionDraft.Row(members: JSONObject())
        row.members["label"] = .string(label)
        if let kind { row.members["kind"] = .string(kind) }
        return row
    }

    /// `subtotal` or `total` if the name says so.
    private func kind(_ field: DraftField) -> String? {
        guard subject == .match, field.tree.form == .number || field.tree.form == .decimal,
            let last = field.name.keys.last
        else { return nil }
        let kind = GenericFlattening.kind(KeyWords(last).words, depth: field.name.keys.count)
        return kind == .plain ? nil : kind.rawValue
    }

    /// The words of the data, with signs that their names suggest; the author corrects them.
    private func add(words: [String], to row: inout DescriptionDraft.Row) {
        guard !words.isEmpty else { return }
        var mapping = JSONObject()
        for word in words { mapping[word] = .string(Self.suggestion(word)) }
        row.members["words"] = .object(mapping)
    }

    private static func suggestion(_ word: String) -> String {
        switch word.lowercased() {
        case "yes", "true": Icon.yes.character
        case "no", "none", "false": Icon.no.character
        default: KeyWords(word).title
        }
    }
}
