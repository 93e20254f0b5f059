import JSON

extension Description {
    /// Compiles a description, or throws all its mistakes.
    ///
    /// - Throws: ``DescriptionErrors`` with all mistakes, in the order of the text.
    public static func decode(
        _ json: JSON, of subject: Subject = .match
    ) throws(DescriptionErrors) -> Description {
        var reader = DescriptionReader(subject: subject)
        let description = reader.readDescription(JSONCursor(json))
        guard let description, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return description
    }
}

// A whole description.
extension DescriptionReader {
    private static let descriptionKeys = [
        "format", "title", "applies", "default", "define", "tables", "notes",
    ]

    mutating func readDescription(_ cursor: JSONCursor) -> Description? {
        guard readFormat(cursor), readObject(cursor, keys: Self.descriptionKeys) else {
            return nil
        }
        let title = readRequired("title", of: cursor).flatMap { readText($0) }
        let subject = vocabulary.subject
        if let define = member("define", of: cursor) {
            vocabulary = Vocabulary(subject: subject, named: readNamedValues(define))
        }
        let applies = member("applies", of: cursor).flatMap { readExpression($0, .gate) }
        if let text = member("default", of: cursor).flatMap({ readText($0) }) { missing = text }
        var tables: [Description.Table] = []
        if let list = readRequired("tables", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.tablesMax) {
                if let table = readTable(element) { tables.append(table) }
            }
        }
        var notes: [Description.Note] = []
        if let list = member("notes", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.notesMax) {
                if let note = readNote(element) { notes.append(note) }
            }
        }
        guard let title else { return nil }
        return Description(
            title: title, subject: subject, level: level, applies: applies,
            named: vocabulary.named, tables: tables, notes: notes)
    }

    private mutating func readTable(_ cursor: JSONCursor) -> Description.Table? {
        guard readObject(cursor, keys: ["title", "when", "rows"]) else { return nil }
        let title = member("title", of: cursor).flatMap { readTemplate($0, .gate) }
        let when = member("when", of: cursor).flatMap { readExpression($0, .gate) }
        var entries: [Description.Entry] = []
        if let list = readRequired("rows", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.rowsMax) {
                guard let entry = readEntry(element) else { continue }
                entries.append(entry)
                rowCount += entry.rowCount
                guard rowCount <= RenderLimits.rowsMax else {
                    report("expected at most \(RenderLimits.rowsMax) rows in all", at: element.path)
                    return nil
                }
            }
        }
        return Description.Table(title: title, when: when, entries: entries)
    }

    private mutating func readNote(_ cursor: JSONCursor) -> Description.Note? {
        guard readObject(cursor, keys: ["text", "when", "needs", "unless"]) else {
            return nil
        }
        let text = readRequired("text", of: cursor).flatMap { readTemplate($0, .gate) }
        let gates = readGates(cursor, items: [nil], implied: nil)
        guard let text, let gate = gates?.first else { return nil }
        return Description.Note(text: text, gate: gate)
    }
}

extension Description.Entry {
    /// The largest number of rows that it can become.
    fileprivate var rowCount: Int {
        switch self {
        case .row(let row): row.variants.count
        case .group(let group): group.rows.reduce(0) { $0 + $1.variants.count }
        }
    }
}
