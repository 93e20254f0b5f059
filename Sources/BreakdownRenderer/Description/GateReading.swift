import CEL
import JSON

/// Reads the conditions for showing something: `needs`, `unless` and `when`.
enum GateReading {
    /// Reads `needs`, `unless` and `when`, for each item.
    ///
    /// - Parameters:
    ///   - items: the elements of `each`, or one nil.
    ///   - implied: what each item needs if the author says nothing else.
    /// - Returns: one gate per item; nil if something was reported.
    static func readGates(
        _ cursor: JSONCursor, items: [Value?], implied: [DottedPath]?,
        _ reader: inout DescriptionReader
    ) -> [Description.Gate]? {
        let countBefore = reader.findings.count
        let needs = reader.member("needs", of: cursor)
            .flatMap { readPaths($0, items: items, mayBeEmpty: true, &reader) }
        let unless = reader.member("unless", of: cursor)
            .flatMap { readPaths($0, items: items, mayBeEmpty: false, &reader) }
        let when = reader.member("when", of: cursor)
            .flatMap {
                ExpressionReading.readExpression($0, .gate, hasItem: items.hasItem, &reader)
            }
        guard reader.findings.count == countBefore else { return nil }
        return items.indices.map { at in
            Description.Gate(
                needs: needs?[at] ?? implied.map { [$0[at]] } ?? [], unless: unless?[at] ?? [],
                when: when)
        }
    }

    /// Key paths, for each item; one may stand without a list.
    private static func readPaths(
        _ cursor: JSONCursor, items: [Value?], mayBeEmpty: Bool,
        _ reader: inout DescriptionReader
    ) -> [[DottedPath]]? {
        let elements: [JSONCursor]
        switch cursor.value {
        case .string: elements = [cursor]
        case .array(let list) where list.isEmpty && mayBeEmpty: elements = []
        case .array: elements = reader.readElements(cursor, countMax: RenderLimits.keysMax)
        default:
            reader.reportMismatch("a dotted path or a list of them", at: cursor)
            return nil
        }
        var paths: [[DottedPath]] = Array(repeating: [], count: items.count)
        for element in elements {
            guard let texts = ExpressionReading.readKeyTexts(element, items: items, &reader),
                let found = readPaths(texts, at: element.path, &reader)
            else { return nil }
            for (at, path) in found.enumerated() { paths[at].append(path) }
        }
        return paths
    }

    /// Reads texts as key paths; reports a text that is no path, and then returns nil.
    static func readPaths(_ texts: [String], at path: JSONPath, _ reader: inout DescriptionReader)
        -> [DottedPath]?
    {
        var paths: [DottedPath] = []
        for text in texts {
            guard let keys = DottedPath(text) else {
                reader.report(
                    "expected at most \(RenderLimits.keysMax) keys separated by dots, found \"\(text)\"",
                    at: path)
                return nil
            }
            paths.append(keys)
        }
        return paths
    }
}
