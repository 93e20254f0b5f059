import JSON

extension Description {
    /// Compiles a description, or throws all its mistakes.
    ///
    /// - Parameters:
    ///   - json: the compiled tree of `match.json` or `insights.json`.
    ///   - subject: what it describes.
    /// - Returns: the description.
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
            let named = DefineReading.read(define, subject: subject, &self)
            vocabulary = Vocabulary(subject: subject, named: named)
        }
        let applies = member("applies", of: cursor).flatMap { readExpression($0, .gate) }
        let missing = member("default", of: cursor).flatMap { readText($0) }
        var reading = TableReading(missing: missing ?? Icon.missing.character)
        var tables: [Description.Table] = []
        if let list = readRequired("tables", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.tablesMax) {
                if let table = readTable(element, &reading) { tables.append(table) }
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
            title: title, subject: subject, level: level, applies: applies, named: vocabulary.named,
            tables: tables, notes: notes)
    }

    /// The facts about the rest of the file that a table and its rows need.
    struct TableReading {
        /// The text for a missing value if the row does not say.
        let missing: String
        /// Rows so far, with `each` written out.
        var rowCount = 0
    }

    /// Whether this build reads the level; in a description of a higher level nothing else can be
    /// judged.
    mutating func readFormat(_ cursor: JSONCursor) -> Bool {
        guard cursor.value.objectValue != nil else {
            reportMismatch("an object", at: cursor)
            return false
        }
        guard let format = readRequired("format", of: cursor) else { return true }
        let levels = LanguageLevel.levels
        if let level = format.value.integerValue, level > Int64(levels.upperBound) {
            report(
                "expected a level from \(levels.lowerBound) to \(levels.upperBound), found \(level)",
                at: format.path, remedy: "a description of level \(level) needs a newer program")
            return false
        }
        guard let level = format.value.integerValue, level >= Int64(levels.lowerBound) else {
            reportMismatch("\(levels.lowerBound)", at: format)
            return false
        }
        return true
    }

    mutating func readRequired(_ key: String, of cursor: JSONCursor) -> JSONCursor? {
        guard let member = member(key, of: cursor) else {
            report("expected a `\(key)`, found none", at: cursor.path)
            return nil
        }
        return member
    }

    private mutating func readTable(
        _ cursor: JSONCursor, _ reading: inout TableReading
    ) -> Description.Table? {
        guard readObject(cursor, keys: ["title", "when", "rows"]) else { return nil }
        let title = member("title", of: cursor).flatMap { readTemplate($0, .gate) }
        let when = member("when", of: cursor).flatMap { readExpression($0, .gate) }
        var entries: [Description.Entry] = []
        if let list = readRequired("rows", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.rowsMax) {
                guard let entry = readEntry(element, missing: reading.missing) else { continue }
                entries.append(entry)
                reading.rowCount += entry.rowCount
                guard reading.rowCount <= RenderLimits.rowsMax else {
                    report(
                        "expected at most \(RenderLimits.rowsMax) rows in all", at: element.path)
                    return nil
                }
            }
        }
        return Description.Table(title: title, when: when, entries: entries)
    }

    private mutating func readNote(_ cursor: JSONCursor) -> Description.Note? {
        guard readObject(cursor, keys: ["text", "when", "needs", "unless"]) else { return nil }
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
