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
            if !(Self.cellKeys + ["rows"]).contains(where: { hasMisspelt($0, of: cursor) }) {
                report(
                    "expected one of `field`, `value`, `text` and `cases`, found none",
                    at: cursor.path)
            }
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

// The conditions for showing something: `needs`, `unless` and `when`.
extension DescriptionReader {
    /// Reads `needs`, `unless` and `when`, for each item.
    ///
    /// - Parameters:
    ///   - items: the elements of `each`, or one nil.
    ///   - implied: what each item needs if the author says nothing else.
    /// - Returns: one gate per item; nil if something was reported.
    mutating func readGates(
        _ cursor: JSONCursor, items: [Value?], implied: [DottedPath]?
    ) -> [Description.Gate]? {
        let countBefore = findings.count
        let needs = member("needs", of: cursor)
            .flatMap { readPaths($0, items: items, mayBeEmpty: true) }
        let unless = member("unless", of: cursor)
            .flatMap { readPaths($0, items: items, mayBeEmpty: false) }
        let when = member("when", of: cursor)
            .flatMap { readExpression($0, .gate, hasItem: items.hasItem) }
        guard findings.count == countBefore else { return nil }
        return items.indices.map { at in
            Description.Gate(
                needs: needs?[at] ?? implied.map { [$0[at]] } ?? [], unless: unless?[at] ?? [],
                when: when)
        }
    }

    /// Key paths, for each item; one may stand without a list.
    private mutating func readPaths(
        _ cursor: JSONCursor, items: [Value?], mayBeEmpty: Bool
    ) -> [[DottedPath]]? {
        let elements: [JSONCursor]
        switch cursor.value {
        case .string: elements = [cursor]
        case .array(let list) where list.isEmpty && mayBeEmpty: elements = []
        case .array: elements = readElements(cursor, countMax: RenderLimits.keysMax)
        default:
            reportMismatch("a dotted path or a list of them", at: cursor)
            return nil
        }
        var paths: [[DottedPath]] = Array(repeating: [], count: items.count)
        for element in elements {
            guard let texts = readKeyTexts(element, items: items),
                let found = readPaths(texts, at: element.path)
            else { return nil }
            for (at, path) in found.enumerated() { paths[at].append(path) }
        }
        return paths
    }

    /// Reads texts as key paths; reports a text that is no path, and then returns nil.
    mutating func readPaths(_ texts: [String], at path: JSONPath) -> [DottedPath]? {
        var paths: [DottedPath] = []
        for text in texts {
            guard let keys = DottedPath(text) else {
                report(
                    "expected at most \(RenderLimits.keysMax) keys separated by dots, found \"\(text)\"",
                    at: path)
                return nil
            }
            paths.append(keys)
        }
        return paths
    }
}
