import CEL
import JSON

// What a cell shows: `field`, `value`, `text` or `cases`, and `words`.
extension DescriptionReader {
    /// The ways to say what a cell shows.
    private static let cellKeys = ["field", "value", "text", "cases"]

    /// Reads where the cells come from, and for `field` the dotted path of each variant.
    mutating func readCell(
        _ cursor: JSONCursor, items: [Value?]
    ) -> (Description.Cell?, fields: [DottedPath]?) {
        var way = ""
        var found: JSONCursor?
        for key in Self.cellKeys {
            guard let given = member(key, of: cursor) else { continue }
            if found == nil {
                (way, found) = (key, given)
            } else {
                report("expected only one of `field`, `value`, `text` and `cases`", at: given.path)
            }
        }
        guard let found else {
            report(
                "expected one of `field`, `value`, `text` and `cases`, found none",
                at: cursor.path)
            return (nil, nil)
        }
        refuseBeside(way, of: cursor)
        switch way {
        case "field":
            let fields = readKeyTexts(found, items: items).flatMap {
                readPaths($0, at: found.path)
            }
            return (.field, fields)
        case "value":
            let value = readExpression(found, .cell, hasItem: items.hasItem)
            return (value.map { .value($0) }, nil)
        case "text":
            let text = readTemplate(found, .cell, hasItem: items.hasItem)
            return (text.map { .text($0) }, nil)
        default: return (readCases(found, hasItem: items.hasItem), nil)
        }
    }

    /// Reports keys that mean nothing together with the chosen one.
    private mutating func refuseBeside(_ way: String, of cursor: JSONCursor) {
        func refuse(_ key: String, goodWith others: String) {
            guard let cursor = member(key, of: cursor) else { return }
            report(
                "expected no `\(key)` with `\(way)`", at: cursor.path,
                remedy: "it belongs to \(others)")
        }
        guard way == "text" || way == "cases" else { return }
        if way == "cases" { refuse("words", goodWith: "`field`, `value` and `text`") }
        refuse("otherwise", goodWith: "`field` and `value`")
        refuse("mirror", goodWith: "`field` and `value`")
    }

    private mutating func readCases(_ cursor: JSONCursor, hasItem: Bool) -> Description.Cell? {
        var cases: [Description.Case] = []
        let elements = readElements(cursor, countMax: RenderLimits.casesMax)
        for (at, element) in elements.enumerated() {
            guard readObject(element, keys: ["when", "text"]) else { continue }
            let text = readRequired("text", of: element)
                .flatMap { readTemplate($0, .cell, hasItem: hasItem) }
            let condition = member("when", of: element)
            if condition == nil, at < elements.count - 1 {
                report(
                    "expected a `when`, found none", at: element.path,
                    remedy: "only the last case may have none: later cases are never reached")
            }
            let when = condition.flatMap { readExpression($0, .cell, hasItem: hasItem) }
            if let text { cases.append(Description.Case(when: when, text: text)) }
        }
        return cases.isEmpty ? nil : .cases(cases)
    }

    mutating func readWords(_ cursor: JSONCursor) -> Words? {
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
        var entries: [Words.Entry] = []
        for member in object.members {
            let cursor = JSONCursor(member.value, path: words.path.member(member.key))
            if let text = readText(cursor) {
                entries.append(Words.Entry(value: member.key, text: text))
            }
        }
        return Words(entries: entries, otherwise: otherwise)
    }
}
