import JSON

extension Description {
    /// The format that this module reads.
    public static let format = 1

    /// Compiles a description, or says everything that is wrong with it.
    ///
    /// - Parameter json: the compiled tree, as `match.json` has it.
    /// - Returns: the description.
    /// - Throws: ``DescriptionErrors`` with all mistakes, in the order of the text.
    public static func decode(_ json: JSON) throws(DescriptionErrors) -> Description {
        var reader = DescriptionReader()
        let description = reader.readDescription(JSONCursor(json))
        guard let description, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return description
    }
}

extension DescriptionReader {
    mutating func readDescription(_ cursor: JSONCursor) -> Description? {
        guard readFormat(cursor),
            readObject(
                cursor, keys: ["format", "title", "applies", "default", "tables", "notes"])
        else { return nil }
        let title = readRequired("title", of: cursor)
            .flatMap { readText($0) }
        let applies = member("applies", of: cursor)
            .flatMap { readExpression($0, scope: .gate, hasItem: false) }
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
        return Description(title: title, applies: applies, tables: tables, notes: notes)
    }

    /// What a table and its rows need to know of the rest of the file.
    struct TableReading {
        /// What stands for a missing value where the row does not say.
        let missing: String
        /// Rows so far, with `each` written out.
        var rowCount = 0
    }

    /// Whether the format is the one read here; of another one nothing else could be judged.
    private mutating func readFormat(_ cursor: JSONCursor) -> Bool {
        guard cursor.value.objectValue != nil else {
            reportMismatch("an object", at: cursor)
            return false
        }
        guard let format = readRequired("format", of: cursor) else { return true }
        guard format.value == .integer(Int64(Description.format)) else {
            reportMismatch("\(Description.format)", at: format)
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
        let title = member("title", of: cursor)
            .flatMap { readTemplate($0, scope: .gate, hasItem: false) }
        let when = member("when", of: cursor)
            .flatMap { readExpression($0, scope: .gate, hasItem: false) }
        var rows: [Description.Row] = []
        if let list = readRequired("rows", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.rowsMax) {
                guard let row = readRow(element, missing: reading.missing) else { continue }
                rows.append(row)
                reading.rowCount += row.variants.count
                guard reading.rowCount <= RenderLimits.rowsMax else {
                    report(
                        "expected at most \(RenderLimits.rowsMax) rows in all", at: element.path)
                    return nil
                }
            }
        }
        return Description.Table(title: title, when: when, rows: rows)
    }

    private mutating func readNote(_ cursor: JSONCursor) -> Description.Note? {
        guard readObject(cursor, keys: ["text", "when", "needs"]) else { return nil }
        let text = readRequired("text", of: cursor)
            .flatMap { readTemplate($0, scope: .gate, hasItem: false) }
        let when = member("when", of: cursor)
            .flatMap { readExpression($0, scope: .gate, hasItem: false) }
        let needs = member("needs", of: cursor).flatMap { readNeeds($0, items: [nil])?.first }
        guard let text else { return nil }
        return Description.Note(text: text, needs: needs ?? [], when: when)
    }
}
