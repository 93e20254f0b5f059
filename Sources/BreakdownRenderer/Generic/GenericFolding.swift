import CEL
import JSON

/// Joins rows of the generic table that are about one thing: robots, truths, penalties, fouls.
///
/// | rows | one row |
/// |---|---|
/// | Endgame Robot 1, Endgame Robot 2, Endgame Robot 3 | Endgame Robots 1–3: `Park Park ✗` |
/// | Top Row Node A, …, Top Row Node L, all truths | Top Row Nodes A–L: `✓·✓…` |
/// | G206 Penalty, G410 Penalty, all truths | Penalties: `G206` |
/// | Foul Count, Tech Foul Count | Fouls / Tech Fouls: `0 / 1` |
struct GenericFolding {
    let writing: GenericCell

    /// Members of a family: the robots of an alliance, or the places of a row on the field.
    private static let membersMax = 40

    /// The rows, the joined ones at the place of their first.
    func folded(_ rows: [GenericRow]) -> [GenericRow] {
        var joins = [GenericRow?](repeating: nil, count: rows.count)
        var gone = [Bool](repeating: false, count: rows.count)
        func join(_ places: [Int], _ row: GenericRow) {
            guard let first = places.first else { return }
            joins[first] = row
            for place in places.dropFirst() { gone[place] = true }
        }
        for family in families(rows) {
            guard let row = row(family, rows) else { continue }
            join(family.places, row)
        }
        let penalties = rows.indices.filter {
            joins[$0] == nil && !gone[$0] && rows[$0].isPenalty
        }
        if penalties.count > 1 { join(penalties, penaltyRow(penalties.map { rows[$0] })) }
        let fouls = rows.indices.filter { rows[$0].isFoulCount }
        if (2...3).contains(fouls.count) { join(fouls, foulRow(fouls.map { rows[$0] })) }
        return rows.indices.compactMap { gone[$0] ? nil : joins[$0] ?? rows[$0] }
    }
}

// MARK: - Families

extension GenericFolding {
    /// Rows whose labels differ in one word: a number, or one letter at the end.
    private struct Family {
        let before: String
        let after: String
        var members: [String]
        var places: [Int]
    }

    private func families(_ rows: [GenericRow]) -> [Family] {
        // By UTF-8, because `String` would fold equivalent spellings into one.
        var places: [[UInt8]: Int] = [:]
        var families: [Family] = []
        for (at, row) in rows.enumerated() where row.kind == .plain {
            guard let hole = row.hole else { continue }
            let key = Array("\(hole.before)\u{0}\(hole.after)\u{0}\(row.topWords.first ?? "")".utf8)
            let place = places[key] ?? families.count
            if place == families.count {
                places[key] = place
                families.append(
                    Family(before: hole.before, after: hole.after, members: [], places: []))
            }
            families[place].members.append(hole.member)
            families[place].places.append(at)
        }
        return families.filter { (2...Self.membersMax).contains($0.places.count) }
    }

    /// Columns of a joined cell: a longer one is harder to read than a row for each member.
    private static let columnsMax = 24

    /// The joined row; nil if the members are too long for one row.
    private func row(_ family: Family, _ rows: [GenericRow]) -> GenericRow? {
        let members = family.places.map { rows[$0] }
        let names = names(family.members)
        // More than one is meant: Robots 1–3.
        let plural = family.before.hasEnd("s") ? family.before : family.before + "s"
        let label = "\(plural) \(names)" + (family.after.isEmpty ? "" : " \(family.after)")
        var row = members[0].plain.renamed(label)
        let values = members.map { $0.red } + members.map { $0.blue }
        if members.count >= GenericGrid.elementsMin, values.allSatisfy({ $0?.stringValue != nil }) {
            // Places with words are drawn like a list of words.
            row.red = .array(members.compactMap { $0.red })
            row.blue = .array(members.compactMap { $0.blue })
            return row
        }
        row.cells = (
            joined(members.map { $0.red }), joined(members.map { $0.blue })
        )
        let isShort =
            DisplayWidth.of(row.cells?.red ?? "") <= Self.columnsMax
            && DisplayWidth.of(row.cells?.blue ?? "") <= Self.columnsMax
        return isShort ? row : nil
    }

    /// `1–3` for members without a gap, else all of them.
    private func names(_ members: [String]) -> String {
        let places = members.map { name in
            Int64(name) ?? name.unicodeScalars.first.map { Int64($0.value) } ?? 0
        }
        guard let first = members.first, let last = members.last, let start = places.first else {
            return ""
        }
        let hasGap = places.enumerated().contains { at, place in place != start + Int64(at) }
        return hasGap ? members.joined(separator: " ") : "\(first)–\(last)"
    }

    /// The members' values; many truths are a drawing.
    ///
    /// In it a point stands for false, because a point differs more from a tick than a cross does.
    private func joined(_ values: [JSON?]) -> String {
        guard values.count > 4, values.allSatisfy({ $0 == .bool(true) || $0 == .bool(false) })
        else {
            return joined(values.map { writing.text($0) })
        }
        let signs = values.map { value in
            (value == .bool(true) ? Icon.yes : Icon.bullet).character
        }
        return signs.joined()
    }

    private func joined(_ texts: [String]) -> String {
        let separator = texts.contains { $0.utf8.contains(UInt8(ascii: " ")) } ? ", " : " "
        return bounded(texts.joined(separator: separator))
    }
}

// MARK: - Penalties and fouls

extension GenericFolding {
    private func penaltyRow(_ rows: [GenericRow]) -> GenericRow {
        func names(_ value: (GenericRow) -> JSON?) -> String {
            let names = rows.filter { value($0) == .bool(true) }.map { row in
                row.labelWords.dropLast().joined(separator: " ")
            }
            return names.isEmpty ? Icon.no.character : joined(names)
        }
        var row = rows[0].plain.renamed("Penalties")
        row.cells = (names { $0.red }, names { $0.blue })
        return row
    }

    private func foulRow(_ rows: [GenericRow]) -> GenericRow {
        let names = rows.map { row in
            let words = row.labelWords.dropLast().joined(separator: " ")
            return words + "s"
        }
        var row = rows[0].plain.renamed(names.joined(separator: " / "))
        row.cells = (
            rows.map { writing.text($0.red) }.joined(separator: " / "),
            rows.map { writing.text($0.blue) }.joined(separator: " / ")
        )
        return row
    }
}

extension GenericRow {
    fileprivate var labelWords: [String] { label.pieces(between: " ") }

    /// The word in which the labels of a family differ: a number behind a name, if the values are
    /// no numbers or the name is Robot; or one letter at the end, if they are truths.
    fileprivate var hole: (before: String, member: String, after: String)? {
        let words = labelWords
        func cut(_ at: Int) -> (before: String, member: String, after: String) {
            (
                words[..<at].joined(separator: " "), words[at],
                words[(at + 1)...].joined(separator: " ")
            )
        }
        for at in words.indices.dropFirst()
        where words[at].utf8.count <= 2 && words[at].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            let isRobot = words[at - 1] == "Robot"
            let isLast = at == words.count - 1
            guard isRobot || (isLast && isWord(red) && isWord(blue)) else { continue }
            return cut(at)
        }
        guard words.count > 1, let last = words.last, last.utf8.count == 1, isTruth(red),
            isTruth(blue), let letter = last.utf8.first, (0x41...0x5A).contains(letter)
        else { return nil }
        return cut(words.count - 1)
    }

    private func isWord(_ json: JSON?) -> Bool {
        switch json {
        case nil, .null?, .bool?, .string?: true
        default: false
        }
    }

    private func isTruth(_ json: JSON?) -> Bool {
        switch json {
        case nil, .null?, .bool?: true
        default: false
        }
    }

    /// Whether it says that a penalty was given.
    fileprivate var isPenalty: Bool {
        label.hasEnd(" Penalty") && isTruth(red) && isTruth(blue)
    }

    fileprivate var isFoulCount: Bool {
        let words = labelWords
        return words.count <= 3 && words.suffix(2) == ["Foul", "Count"]
    }

    fileprivate func renamed(_ label: String) -> GenericRow {
        GenericRow(topWords: topWords, label: label, kind: kind, red: red, blue: blue)
    }
}
