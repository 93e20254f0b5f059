import CEL
import JSON

extension DescriptionReader {
    /// The ways to say what a cell shows.
    private static let cellKeys = ["field", "value", "text", "cases"]

    /// Where the cells come from, and the dotted path of each variant where that is `field`.
    mutating func readCell(
        _ cursor: JSONCursor, items: [Value?]
    ) -> (Description.Cell?, fields: [DottedPath]?) {
        let given = Self.cellKeys.compactMap { key in
            member(key, of: cursor).map { (key: key, cursor: $0) }
        }
        guard let first = given.first else {
            report(
                "expected one of `field`, `value`, `text` and `cases`, found none",
                at: cursor.path)
            return (nil, nil)
        }
        for extra in given.dropFirst() {
            report(
                "expected only one of `field`, `value`, `text` and `cases`",
                at: extra.cursor.path)
        }
        refuseBeside(first.key, of: cursor)
        switch first.key {
        case "field":
            let fields = readKeyTexts(first.cursor, items: items).flatMap { texts in
                readPaths(texts, at: first.cursor.path)
            }
            return (.field, fields)
        case "value":
            let value = readExpression(first.cursor, .cell, hasItem: items.hasItem)
            return (value.map { .value($0) }, nil)
        case "text":
            let text = readTemplate(first.cursor, .cell, hasItem: items.hasItem)
            return (text.map { .text($0) }, nil)
        default: return (readCases(first.cursor, hasItem: items.hasItem), nil)
        }
    }

    /// Reports keys that mean nothing beside this way of saying it.
    private mutating func refuseBeside(_ way: String, of cursor: JSONCursor) {
        let refused: [(key: String, goodWith: String)] =
            switch way {
            case "text":
                [("otherwise", "`field` and `value`"), ("mirror", "`field` and `value`")]
            case "cases":
                [
                    ("words", "`field`, `value` and `text`"), ("otherwise", "`field` and `value`"),
                    ("mirror", "`field` and `value`"),
                ]
            default: []
            }
        for (key, goodWith) in refused {
            guard let cursor = member(key, of: cursor) else { continue }
            report(
                "expected no `\(key)` beside `\(way)`", at: cursor.path,
                remedy: "it belongs to \(goodWith)")
        }
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
                    remedy: "only the last case can go without: what follows is never reached")
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
        var entries: [(value: String, text: String)] = []
        for member in object.members {
            let cursor = JSONCursor(member.value, path: words.path.member(member.key))
            if let text = readText(cursor) { entries.append((member.key, text)) }
        }
        return Words(entries: entries, otherwise: otherwise)
    }
}
