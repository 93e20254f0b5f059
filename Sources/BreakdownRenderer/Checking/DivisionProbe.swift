import CEL
import JSON

/// A division in a description, and descriptions that show what comes of it.
package struct DivisionProbe {
    /// The place of the division, and its text.
    package let finding: DescriptionFinding
    /// Descriptions of one row each; their cells have the words of `Division`.
    let descriptions: [JSON]

    /// What comes of the division in some data.
    package enum Outcome: Sendable {
        /// It was not made, or there was nothing to divide.
        case none
        /// It was 0 each time.
        case lost
        /// It was something else at least once.
        case kept
    }

    package func outcome(for data: [TableSource], _ subject: Subject) -> Outcome {
        var outcome = Outcome.none
        for json in descriptions {
            guard let description = try? Description.decode(json, of: subject) else { continue }
            for one in data {
                let rendered = Renderer().render(one, with: description)
                guard !rendered.isGeneric else { continue }
                for row in rendered.tables.flatMap({ $0.rows }) {
                    let words = [row.red, row.blue].flatMap { $0.split(separator: " ") }
                    if words.contains(where: { $0 == Division.kept }) { return .kept }
                    if words.contains(where: { $0 == Division.lost }) { outcome = .lost }
                }
            }
        }
        return outcome
    }
}

extension Description {
    /// Every division in the rows, the notes and the named values of a description.
    ///
    /// - Returns: the divisions; those of named values first.
    package static func divisions(in json: JSON) -> [DivisionProbe] {
        let rows = DescribedRow.all(of: json) + DescribedRow.notes(of: json)
        let named = JSONCursor(json)["define"]?.membersIfAny ?? []
        let ofNames = named.flatMap { name, value in
            probes(value.sources, in: rows.filter { $0.uses(name, among: named) })
        }
        return ofNames
            + rows.flatMap { row in
                probes(JSONCursor(.object(row.row), path: row.path).sources, in: [row])
            }
    }

    private static func probes(
        _ sources: [CheckedSource], in rows: [DescribedRow]
    ) -> [DivisionProbe] {
        sources.flatMap { source -> [DivisionProbe] in
            guard source.text.utf8.contains(UInt8(ascii: "/")),
                let expression = try? Vocabulary.functions.parsed(source.text)
            else { return [] }
            let text = Array(source.text.unicodeScalars)
            return expression.divisions(in: source.text).map { division in
                let range = division.range
                var piece = String.UnicodeScalarView()
                piece.append(contentsOf: text[range.offset..<range.end])
                return DivisionProbe(
                    finding: DescriptionFinding(
                        path: source.path, offset: source.offset + range.offset,
                        length: range.length, message: String(piece)),
                    descriptions: rows.map { $0.description(with: $0.showing(division.probe)) })
            }
        }
    }
}

extension JSONCursor {
    /// The expressions in a row, a note or a named value.
    fileprivate var sources: [CheckedSource] {
        if let text = value.stringValue { return [CheckedSource(text: text, path: path)] }
        let whole = ["value", "when"].compactMap { self[$0] }.flatMap { $0.sources }
        let texts = [self["text"], self["label"]].compactMap { $0 }.flatMap { $0.templateSources }
        let cases = (self["cases"]?.elementsIfAny ?? []).flatMap { $0.sources }
        return whole + texts + cases
    }

    private var templateSources: [CheckedSource] {
        guard let text = value.stringValue, let pieces = try? TemplateSyntax.split(text) else {
            return []
        }
        return pieces.compactMap { piece in
            guard case .expression(let source, let offset) = piece else { return nil }
            return CheckedSource(text: source, path: path, offset: offset)
        }
    }
}

extension DescribedRow {
    /// A row under the same conditions that shows an expression.
    fileprivate func showing(_ expression: String) -> JSONObject {
        var shown = JSONObject()
        shown["label"] = "x"
        for key in ["each", "needs", "unless", "when"] { shown[key] = row[key] }
        shown["value"] = .string(expression)
        return shown
    }

    /// Whether an expression of the row uses a named value, by itself or through another one.
    fileprivate func uses(
        _ name: String, among named: [(key: String, cursor: JSONCursor)]
    ) -> Bool {
        var wanted = [name]
        var reached: Set<String> = []
        while let next = wanted.popLast() {
            guard reached.insert(next).inserted else { continue }
            wanted += named.filter { $0.cursor.sources.contains { $0.names(next) } }.map { $0.key }
        }
        return JSONCursor(.object(row)).sources.contains { source in
            reached.contains(where: source.names)
        }
    }
}

extension CheckedSource {
    /// Whether the expression uses a name.
    fileprivate func names(_ name: String) -> Bool {
        (try? Vocabulary.functions.names(in: text))?.contains(name) == true
    }
}
