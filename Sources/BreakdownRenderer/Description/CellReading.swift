import CEL
import JSON

/// Reads what a cell shows: `field`, `value`, `text` or `cases`, and `words`.
enum CellReading {
    /// The ways to say what a cell shows.
    private static let cellKeys = ["field", "value", "text", "cases"]

    /// Reads where the cells come from, and for `field` the dotted path of each variant.
    static func readCell(
        _ cursor: JSONCursor, items: [Value?],
        _ reader: inout DescriptionReader
    ) -> (Description.Cell?, fields: [DottedPath]?) {
        var way = ""
        var found: JSONCursor?
        for key in Self.cellKeys {
            guard let given = reader.member(key, of: cursor) else { continue }
            if found == nil {
                (way, found) = (key, given)
            } else {
                reader.report(
                    "expected only one of `field`, `value`, `text` and `cases`", at: given.path)
            }
        }
        guard let found else {
            reader.report(
                "expected one of `field`, `value`, `text` and `cases`, found none",
                at: cursor.path)
            return (nil, nil)
        }
        refuseBeside(way, of: cursor, &reader)
        switch way {
        case "field":
            let fields = ExpressionReading.readKeyTexts(found, items: items, &reader).flatMap {
                texts in
                GateReading.readPaths(texts, at: found.path, &reader)
            }
            return (.field, fields)
        case "value":
            let value = ExpressionReading.readExpression(
                found, .cell, hasItem: items.hasItem, &reader)
            return (value.map { .value($0) }, nil)
        case "text":
            let text = ExpressionReading.readTemplate(
                found, .cell, hasItem: items.hasItem, &reader)
            return (text.map { .text($0) }, nil)
        default: return (readCases(found, hasItem: items.hasItem, &reader), nil)
        }
    }

    /// Reports keys that mean nothing beside the chosen one.
    private static func refuseBeside(
        _ way: String, of cursor: JSONCursor, _ reader: inout DescriptionReader
    ) {
        func refuse(_ key: String, goodWith others: String) {
            guard let cursor = reader.member(key, of: cursor) else { return }
            reader.report(
                "expected no `\(key)` beside `\(way)`", at: cursor.path,
                remedy: "it belongs to \(others)")
        }
        guard way == "text" || way == "cases" else { return }
        if way == "cases" { refuse("words", goodWith: "`field`, `value` and `text`") }
        refuse("otherwise", goodWith: "`field` and `value`")
        refuse("mirror", goodWith: "`field` and `value`")
    }

    private static func readCases(
        _ cursor: JSONCursor, hasItem: Bool, _ reader: inout DescriptionReader
    ) -> Description.Cell? {
        var cases: [Description.Case] = []
        let elements = reader.readElements(cursor, countMax: RenderLimits.casesMax)
        for (at, element) in elements.enumerated() {
            guard reader.readObject(element, keys: ["when", "text"]) else { continue }
            let text = reader.readRequired("text", of: element)
                .flatMap { ExpressionReading.readTemplate($0, .cell, hasItem: hasItem, &reader) }
            let condition = reader.member("when", of: element)
            if condition == nil, at < elements.count - 1 {
                reader.report(
                    "expected a `when`, found none", at: element.path,
                    remedy: "only the last case can go without: what follows is never reached")
            }
            let when = condition.flatMap {
                ExpressionReading.readExpression($0, .cell, hasItem: hasItem, &reader)
            }
            if let text { cases.append(Description.Case(when: when, text: text)) }
        }
        return cases.isEmpty ? nil : .cases(cases)
    }

    static func readWords(_ cursor: JSONCursor, _ reader: inout DescriptionReader) -> Words? {
        let otherwise = reader.member("otherwise", of: cursor).flatMap { reader.readText($0) }
        guard let words = reader.member("words", of: cursor) else {
            return otherwise.map { Words(entries: [], otherwise: $0) }
        }
        guard case .object(let object) = words.value else {
            reader.reportMismatch("an object", at: words)
            return nil
        }
        guard object.count <= RenderLimits.wordsMax else {
            reader.report(
                "expected at most \(RenderLimits.wordsMax) words, found \(object.count)",
                at: words.path)
            return nil
        }
        var entries: [Words.Entry] = []
        for member in object.members {
            let cursor = JSONCursor(member.value, path: words.path.member(member.key))
            if let text = reader.readText(cursor) {
                entries.append(Words.Entry(value: member.key, text: text))
            }
        }
        return Words(entries: entries, otherwise: otherwise)
    }
}
