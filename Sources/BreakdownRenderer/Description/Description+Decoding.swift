import JSON

extension Description {
    /// Compiles a description, or throws all its mistakes.
    ///
    /// - Throws: ``DescriptionErrors`` with all mistakes, in the order of the text.
    public static func decode(
        _ json: JSON, of subject: Subject = .match
    ) throws(DescriptionErrors) -> Description {
        var reader = DescriptionReader(subject: subject)
        let description = DescriptionReading.readDescription(JSONCursor(json), &reader)
        guard let description, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return description
    }
}

/// Reads a whole description.
enum DescriptionReading {
    private static let descriptionKeys = [
        "format", "title", "applies", "default", "define", "tables", "notes",
    ]

    static func readDescription(_ cursor: JSONCursor, _ reader: inout DescriptionReader)
        -> Description?
    {
        guard reader.readFormat(cursor), reader.readObject(cursor, keys: Self.descriptionKeys)
        else {
            return nil
        }
        let title = reader.readRequired("title", of: cursor).flatMap { reader.readText($0) }
        let subject = reader.vocabulary.subject
        if let define = reader.member("define", of: cursor) {
            let named = DefineReading.read(define, subject: subject, &reader)
            reader.vocabulary = Vocabulary(subject: subject, named: named)
        }
        let applies = reader.member("applies", of: cursor).flatMap {
            ExpressionReading.readExpression($0, .gate, &reader)
        }
        let missing = reader.member("default", of: cursor).flatMap { reader.readText($0) }
        var reading = TableReading(missing: missing ?? Icon.missing.character)
        var tables: [Description.Table] = []
        if let list = reader.readRequired("tables", of: cursor) {
            for element in reader.readElements(list, countMax: RenderLimits.tablesMax) {
                if let table = readTable(element, &reading, &reader) { tables.append(table) }
            }
        }
        var notes: [Description.Note] = []
        if let list = reader.member("notes", of: cursor) {
            for element in reader.readElements(list, countMax: RenderLimits.notesMax) {
                if let note = readNote(element, &reader) { notes.append(note) }
            }
        }
        guard let title else { return nil }
        return Description(
            title: title, subject: subject, level: reader.level, applies: applies,
            named: reader.vocabulary.named,
            tables: tables, notes: notes)
    }

    /// The facts about the rest of the file that a table and its rows need.
    struct TableReading {
        /// The text for a missing value if the row does not say.
        let missing: String
        /// Rows so far, with `each` written out.
        var rowCount = 0
    }

    private static func readTable(
        _ cursor: JSONCursor, _ reading: inout TableReading,
        _ reader: inout DescriptionReader
    ) -> Description.Table? {
        guard reader.readObject(cursor, keys: ["title", "when", "rows"]) else { return nil }
        let title = reader.member("title", of: cursor).flatMap {
            ExpressionReading.readTemplate($0, .gate, &reader)
        }
        let when = reader.member("when", of: cursor).flatMap {
            ExpressionReading.readExpression($0, .gate, &reader)
        }
        var entries: [Description.Entry] = []
        if let list = reader.readRequired("rows", of: cursor) {
            for element in reader.readElements(list, countMax: RenderLimits.rowsMax) {
                guard let entry = RowReading.readEntry(element, missing: reading.missing, &reader)
                else { continue }
                entries.append(entry)
                reading.rowCount += entry.rowCount
                guard reading.rowCount <= RenderLimits.rowsMax else {
                    reader.report(
                        "expected at most \(RenderLimits.rowsMax) rows in all", at: element.path)
                    return nil
                }
            }
        }
        return Description.Table(title: title, when: when, entries: entries)
    }

    private static func readNote(_ cursor: JSONCursor, _ reader: inout DescriptionReader)
        -> Description.Note?
    {
        guard reader.readObject(cursor, keys: ["text", "when", "needs", "unless"]) else {
            return nil
        }
        let text = reader.readRequired("text", of: cursor).flatMap {
            ExpressionReading.readTemplate($0, .gate, &reader)
        }
        let gates = GateReading.readGates(cursor, items: [nil], implied: nil, &reader)
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
