import CEL
import JSON

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
