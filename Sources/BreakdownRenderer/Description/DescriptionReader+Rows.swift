import CEL
import JSON
import Text

// Rows, and groups of rows under a common label.
extension DescriptionReader {
    private static let groupKeys = ["label", "needs", "unless", "when", "rows"]
    private static let rowKeys = [
        "label", "kind", "each", "needs", "unless", "when", "field", "value", "text", "cases",
        "words", "otherwise", "default", "mirror",
    ]

    /// A row of a table, or rows under a common label.
    mutating func readEntry(_ cursor: JSONCursor) -> Description.Entry? {
        guard let rows = member("rows", of: cursor) else {
            return readRow(cursor, keys: Self.rowKeys + ["rows"]).map { .row($0) }
        }
        guard readObject(cursor, keys: Self.groupKeys) else { return nil }
        let label = readRequired("label", of: cursor).flatMap { readTemplate($0, .gate) }
        let gates = readGates(cursor, items: [nil], implied: nil)
        var inner: [Description.Row] = []
        for element in readElements(rows, countMax: RenderLimits.rowsMax) {
            if let row = readRow(element, keys: Self.rowKeys) { inner.append(row) }
        }
        guard let label, let gate = gates?.first else { return nil }
        return .group(Description.Group(label: label, gate: gate, rows: inner))
    }

    private mutating func readRow(_ cursor: JSONCursor, keys: [String]) -> Description.Row? {
        guard readObject(cursor, keys: keys) else { return nil }
        let countBefore = findings.count
        // Without its elements, nothing is known about what stands in such a row.
        guard let items = readItems(cursor) else { return nil }
        let labels = readLabels(cursor, items: items)
        let kind = member("kind", of: cursor).flatMap { readKind($0) }
        let (cell, fields) = readCell(cursor, items: items)
        let gates = readGates(cursor, items: items, implied: fields?.map { $0.first })
        let words = readWords(cursor)
        let missing = member("default", of: cursor).flatMap { readText($0) } ?? missing
        let isMirrored = member("mirror", of: cursor).flatMap { readTruth($0) } ?? false
        guard findings.count == countBefore, let labels, let cell, let gates else {
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
    private mutating func readLabels(_ cursor: JSONCursor, items: [Value?]) -> [Template]? {
        guard let label = readRequired("label", of: cursor) else { return nil }
        var trial = DescriptionReader(like: self)
        if let texts = trial.readKeyTexts(label, items: items) {
            level = max(level, trial.level)
            return texts.map { Template(fixed: $0) }
        }
        return readTemplate(label, .gate, hasItem: items.hasItem)
            .map { Array(repeating: $0, count: items.count) }
    }

    private mutating func readKind(_ cursor: JSONCursor) -> RowKind? {
        if let kind = cursor.value.stringValue.flatMap(RowKind.init(rawValue:)) {
            use(.kind(kind.rawValue))
            return kind
        }
        let names = RowKind.allCases.map { $0.rawValue }
        let nearest = cursor.value.stringValue.flatMap { Spelling.nearest(to: $0, among: names) }
        reportMismatch(
            "`plain`, `subtotal` or `total`", at: cursor,
            remedy: nearest.map { "did you mean `\($0)`?" })
        return nil
    }

    private mutating func readTruth(_ cursor: JSONCursor) -> Bool? {
        guard let truth = cursor.value.boolValue else {
            reportMismatch("true or false", at: cursor)
            return nil
        }
        return truth
    }

    // MARK: - Items

    /// The elements of `each`, or one nil if the row has none; nil if none of them can be read.
    private mutating func readItems(_ cursor: JSONCursor) -> [Value?]? {
        guard let list = member("each", of: cursor) else { return [nil] }
        guard list.value.arrayValue != nil || list.value.objectValue != nil else {
            reportMismatch("a list", at: list, remedy: WrittenRange.remedy(for: list.value))
            return nil
        }
        var items: [Value?] = []
        let elements = readElements(list, countMax: RenderLimits.eachMax)
        guard pay(elements.count * RenderLimits.rowSteps, at: list.path) else {
            return nil
        }
        for element in elements {
            if let text = element.value.stringValue,
                let range = WrittenRange(text, isAlone: elements.count == 1)
            {
                reportMismatch("an element", at: element, remedy: "write each: \(range.list)")
            } else if Self.isPlain(element.value) || Self.isPlainObject(element) {
                items.append(Value(json: element.value))
            } else {
                reportMismatch(
                    "an integer, text or an object of at most \(RenderLimits.keysMax) of these",
                    at: element)
            }
        }
        return items.isEmpty ? nil : items
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

/// The numbers that an author means by `1..4`, which YAML reads as text.
private struct WrittenRange {
    private let first: Int
    private let last: Int

    /// Reads `1..4`; of a text that stands alone also `1-4` and `1 to 4`.
    init?(_ text: String, isAlone: Bool) {
        let scalars = Array(text.unicodeScalars).filter { $0 != " " }
        let digits: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
        let begin = scalars.prefix(while: digits)
        let end = scalars.reversed().prefix(while: digits).reversed()
        guard let first = Self.number(begin), let last = Self.number(Array(end)[...]),
            first <= last, last - first < RenderLimits.eachMax,
            begin.count + end.count < scalars.count
        else { return nil }
        let between = scalars[begin.count..<(scalars.count - end.count)]
        let isRange =
            between == ["…"] || between.count > 1 && between.allSatisfy { $0 == "." }
            || isAlone && (between == ["-"] || between == ["–"] || between == ["t", "o"])
        guard isRange else { return nil }
        (self.first, self.last) = (first, last)
    }

    private init(first: Int, last: Int) { (self.first, self.last) = (first, last) }

    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
        guard (1...4).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1.value) - 0x30 }
    }

    /// The list of the numbers.
    var list: String {
        "[" + (first...last).map { "\($0)" }.joined(separator: ", ") + "]"
    }

    /// What to write instead of an `each` that is no list.
    static func remedy(for value: JSON) -> String {
        switch value {
        case .string(let text) where !text.isEmpty:
            "write each: \(WrittenRange(text, isAlone: true)?.list ?? "[\(text.shortened(to: RenderLimits.keyBytesMax))]")"
        case .integer(let count) where (2...Int64(RenderLimits.eachMax)).contains(count):
            "write each: \(WrittenRange(first: 1, last: Int(count)).list)"
        default: "write its elements in brackets: each: [1, 2, 3]"
        }
    }
}

extension [Value?] {
    /// Whether these are the elements of an `each`.
    var hasItem: Bool { contains { $0 != nil } }
}
