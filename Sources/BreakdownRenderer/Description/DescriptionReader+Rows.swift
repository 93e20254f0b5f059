import CEL
import JSON

extension DescriptionReader {
    private static let rowKeys = [
        "label", "kind", "each", "needs", "when", "field", "value", "text", "words", "otherwise",
        "default",
    ]

    /// One row of a table.
    mutating func readRow(_ cursor: JSONCursor, missing: String) -> Description.Row? {
        guard readObject(cursor, keys: Self.rowKeys) else { return nil }
        let countBefore = findings.count
        let items = readItems(cursor)
        let hasItem = items.contains { $0 != nil }
        let labels = readLabels(cursor, items: items)
        let kind = member("kind", of: cursor).flatMap { readKind($0) }
        let when = member("when", of: cursor)
            .flatMap { readExpression($0, scope: .gate, hasItem: hasItem) }
        let (cell, fields) = readCell(cursor, items: items)
        let needs = member("needs", of: cursor).flatMap { readNeeds($0, items: items) }
        let words = readWords(cursor)
        let missing = member("default", of: cursor).flatMap { readText($0) } ?? missing
        guard findings.count == countBefore, let labels, let cell else { return nil }
        let variants = items.indices.map { at in
            Description.Variant(
                item: items[at], label: labels[at],
                needs: needs?[at] ?? fields.map { [$0[at].first] } ?? [],
                field: fields?[at])
        }
        return Description.Row(
            kind: kind ?? .plain, when: when, cell: cell, words: words, missing: missing,
            variants: variants)
    }

    /// The elements of `each`, or one nil where the row has none.
    private mutating func readItems(_ cursor: JSONCursor) -> [Value?] {
        guard let list = member("each", of: cursor) else { return [nil] }
        var items: [Value?] = []
        for element in readElements(list, countMax: RenderLimits.eachMax) {
            switch element.value {
            case .integer(let number): items.append(.int(number))
            case .string(let text): items.append(.string(text))
            default: reportMismatch("an integer or text", at: element)
            }
        }
        // Where nothing was usable, the rest is still read as in a row with `each`.
        return items.isEmpty ? [.int(0)] : items
    }

    /// The label of each variant; what depends on the item alone is worked out here.
    private mutating func readLabels(_ cursor: JSONCursor, items: [Value?]) -> [Template]? {
        guard let label = readRequired("label", of: cursor) else { return nil }
        var trial = DescriptionReader()
        if let texts = trial.readKeyTexts(label, items: items) {
            return texts.map { Template(fixed: $0) }
        }
        let hasItem = items.contains { $0 != nil }
        return readTemplate(label, scope: .gate, hasItem: hasItem)
            .map { Array(repeating: $0, count: items.count) }
    }

    private mutating func readKind(_ cursor: JSONCursor) -> RowKind? {
        if let kind = cursor.value.stringValue.flatMap(RowKind.init(rawValue:)) { return kind }
        let names = RowKind.allCases.map(\.rawValue)
        let nearest = cursor.value.stringValue.flatMap { Suggestion.nearest(to: $0, in: names) }
        reportMismatch(
            "`plain`, `subtotal` or `total`", at: cursor,
            remedy: nearest.map { "did you mean `\($0)`?" })
        return nil
    }

    /// Where the cells come from, and the dotted path of each variant where that is `field`.
    private mutating func readCell(
        _ cursor: JSONCursor, items: [Value?]
    ) -> (Description.Cell?, fields: [DottedPath]?) {
        let given = ["field", "value", "text"].compactMap { member($0, of: cursor) }
        guard let first = given.first else {
            report("expected one of `field`, `value` and `text`, found none", at: cursor.path)
            return (nil, nil)
        }
        for extra in given.dropFirst() {
            report("expected only one of `field`, `value` and `text`", at: extra.path)
        }
        let hasItem = items.contains { $0 != nil }
        switch first.path.steps.last {
        case .member("field"):
            let fields = readKeyTexts(first, items: items).flatMap { texts in
                readPaths(texts, at: first.path)
            }
            return (.field, fields)
        case .member("value"):
            let value = readExpression(first, scope: .cell, hasItem: hasItem)
            return (value.map { .value($0) }, nil)
        default:
            for key in ["words", "otherwise"] {
                guard let cursor = member(key, of: cursor) else { continue }
                report(
                    "expected no `\(key)` beside `text`", at: cursor.path,
                    remedy: "it belongs to `field` and `value`")
            }
            let text = readTemplate(first, scope: .cell, hasItem: hasItem)
            return (text.map { .text($0) }, nil)
        }
    }

    private mutating func readWords(_ cursor: JSONCursor) -> Words? {
        let otherwise = member("otherwise", of: cursor).flatMap { readText($0) }
        guard let words = member("words", of: cursor) else {
            return otherwise.map { Words(entries: [], otherwise: $0) }
        }
        guard case .object(let object) = words.value else {
            reportMismatch("an object", at: words)
            return nil
        }
        guard object.count <= RenderLimits.wordsMax else {
            report(
                "expected at most \(RenderLimits.wordsMax) words, found \(object.count)",
                at: words.path)
            return nil
        }
        var entries: [(value: String, text: String)] = []
        for member in object.members {
            let cursor = JSONCursor(member.value, path: words.path.member(member.key))
            if let text = readText(cursor) { entries.append((member.key, text)) }
        }
        return Words(entries: entries, otherwise: otherwise)
    }

    /// The keys a row or note needs, for each item.
    mutating func readNeeds(_ cursor: JSONCursor, items: [Value?]) -> [[DottedPath]]? {
        var needs: [[DottedPath]] = Array(repeating: [], count: items.count)
        for element in readNeedsElements(cursor) {
            guard let texts = readKeyTexts(element, items: items),
                let paths = readPaths(texts, at: element.path)
            else { return nil }
            for (at, path) in paths.enumerated() { needs[at].append(path) }
        }
        return needs
    }

    /// One dotted path may stand without a list; an empty list says that nothing is needed.
    private mutating func readNeedsElements(_ cursor: JSONCursor) -> [JSONCursor] {
        switch cursor.value {
        case .string: return [cursor]
        case .array(let elements) where elements.isEmpty: return []
        case .array: return readElements(cursor, countMax: RenderLimits.keysMax)
        default:
            reportMismatch("a dotted path or a list of them", at: cursor)
            return []
        }
    }

    private mutating func readPaths(_ texts: [String], at path: JSONPath) -> [DottedPath]? {
        var paths: [DottedPath] = []
        for text in texts {
            guard let keys = DottedPath(text) else {
                report("expected keys separated by dots, found \"\(text)\"", at: path)
                return nil
            }
            paths.append(keys)
        }
        return paths
    }
}
