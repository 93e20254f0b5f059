import CEL
import JSON
import Spelling

/// Reads rows, and groups of rows under a common label.
enum RowReading {
    private static let groupKeys = ["label", "needs", "unless", "when", "rows"]
    private static let rowKeys = [
        "label", "kind", "each", "needs", "unless", "when", "field", "value", "text", "cases",
        "words", "otherwise", "default", "mirror",
    ]

    /// A row of a table, or rows under a common label.
    static func readEntry(_ cursor: JSONCursor, missing: String, _ reader: inout DescriptionReader)
        -> Description.Entry?
    {
        guard let rows = reader.member("rows", of: cursor) else {
            return readRow(cursor, missing: missing, keys: Self.rowKeys + ["rows"], &reader)
                .map { .row($0) }
        }
        guard reader.readObject(cursor, keys: Self.groupKeys) else { return nil }
        let label = reader.readRequired("label", of: cursor).flatMap {
            ExpressionReading.readTemplate($0, .gate, &reader)
        }
        let gates = GateReading.readGates(cursor, items: [nil], implied: nil, &reader)
        var inner: [Description.Row] = []
        for element in reader.readElements(rows, countMax: RenderLimits.rowsMax) {
            if let row = readRow(element, missing: missing, keys: Self.rowKeys, &reader) {
                inner.append(row)
            }
        }
        guard let label, let gate = gates?.first else { return nil }
        return .group(Description.Group(label: label, gate: gate, rows: inner))
    }

    private static func readRow(
        _ cursor: JSONCursor, missing: String, keys: [String],
        _ reader: inout DescriptionReader
    ) -> Description.Row? {
        guard reader.readObject(cursor, keys: keys) else { return nil }
        let countBefore = reader.findings.count
        let items = readItems(cursor, &reader)
        let labels = readLabels(cursor, items: items, &reader)
        let kind = reader.member("kind", of: cursor).flatMap { readKind($0, &reader) }
        let (cell, fields) = CellReading.readCell(cursor, items: items, &reader)
        let gates = GateReading.readGates(
            cursor, items: items, implied: fields?.map { $0.first }, &reader)
        let words = CellReading.readWords(cursor, &reader)
        let missing =
            reader.member("default", of: cursor).flatMap { reader.readText($0) } ?? missing
        let isMirrored =
            reader.member("mirror", of: cursor).flatMap { readTruth($0, &reader) } ?? false
        guard reader.findings.count == countBefore, let labels, let cell, let gates else {
            return nil
        }
        let variants = items.indices.map { at in
            Description.Variant(
                item: items[at], label: labels[at], gate: gates[at], field: fields?[at])
        }
        return Description.Row(
            kind: kind ?? .plain, cell: cell, words: words, missing: missing,
            isMirrored: isMirrored, variants: variants)
    }

    /// The label of each variant; computes the parts that depend only on the item.
    private static func readLabels(
        _ cursor: JSONCursor, items: [Value?], _ reader: inout DescriptionReader
    ) -> [Template]? {
        guard let label = reader.readRequired("label", of: cursor) else { return nil }
        var trial = DescriptionReader(like: reader)
        if let texts = ExpressionReading.readKeyTexts(label, items: items, &trial) {
            reader.level = max(reader.level, trial.level)
            return texts.map { Template(fixed: $0) }
        }
        return ExpressionReading.readTemplate(label, .gate, hasItem: items.hasItem, &reader)
            .map { Array(repeating: $0, count: items.count) }
    }

    private static func readKind(_ cursor: JSONCursor, _ reader: inout DescriptionReader)
        -> RowKind?
    {
        if let kind = cursor.value.stringValue.flatMap(RowKind.init(rawValue:)) {
            reader.use(.kind(kind.rawValue))
            return kind
        }
        let names = RowKind.allCases.map { $0.rawValue }
        let nearest = cursor.value.stringValue.flatMap { Spelling.nearest(to: $0, among: names) }
        reader.reportMismatch(
            "`plain`, `subtotal` or `total`", at: cursor,
            remedy: nearest.map { "did you mean `\($0)`?" })
        return nil
    }

    private static func readTruth(_ cursor: JSONCursor, _ reader: inout DescriptionReader) -> Bool?
    {
        guard let truth = cursor.value.boolValue else {
            reader.reportMismatch("true or false", at: cursor)
            return nil
        }
        return truth
    }

    // MARK: - Items

    /// The elements of `each`, or one nil if the row has none.
    private static func readItems(_ cursor: JSONCursor, _ reader: inout DescriptionReader)
        -> [Value?]
    {
        guard let list = reader.member("each", of: cursor) else { return [nil] }
        var items: [Value?] = []
        let elements = reader.readElements(list, countMax: RenderLimits.eachMax)
        guard reader.pay(elements.count * RenderLimits.rowSteps, at: list.path) else {
            return [nil]
        }
        for element in elements {
            if isPlain(element.value) || isPlainObject(element) {
                items.append(Value(json: element.value))
            } else {
                reader.reportMismatch(
                    "an integer, text or an object of at most \(RenderLimits.keysMax) of these",
                    at: element)
            }
        }
        // If nothing was usable, the rest is still read as in a row with `each`.
        return items.isEmpty ? [.int(0)] : items
    }

    private static func isPlain(_ json: JSON) -> Bool {
        switch json {
        case .integer, .string: true
        default: false
        }
    }

    private static func isPlainObject(_ cursor: JSONCursor) -> Bool {
        guard case .object(let object) = cursor.value, object.count <= RenderLimits.keysMax else {
            return false
        }
        return object.members.allSatisfy { isPlain($0.value) }
    }
}

extension [Value?] {
    /// Whether these are the elements of an `each`.
    var hasItem: Bool { contains { $0 != nil } }
}
