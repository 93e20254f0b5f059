import BreakdownRenderer
import JSON

/// Finds rows that no sample shows, or that are empty in every sample: a condition is misspelt, or a sample is missing.
///
/// It renders each row by itself, so that each finding has the place of its row.
enum EmptyRowsReview {
    /// Stands for a missing value: no data has this character.
    private static let missing = "\u{FFFE}"

    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let samples = season.samples(of: subject)
            // Without a sample of a match there is no season; that is reported elsewhere.
            guard !samples.isEmpty else {
                guard subject == .insights else { return [Diagnostic]() }
                return [
                    written.diagnostic(
                        "no sample has event insights, so nothing of this file was drawn",
                        at: .root, remedy: "put an event's insights into samples/<name>.json",
                        isWarning: true)
                ]
            }
            return rows(of: written, subject, samples.map(\.data)) { !$0.isTotal }.map {
                written.diagnostic(
                    $0.message, at: $0.path,
                    remedy: "add a sample in which it has a value, or remove it", isWarning: true)
            }
        }
    }

    /// Finds totals that no sample shows: a mistake, because without them a table is not what people look for.
    ///
    /// - Returns: the mistakes; none without a sample.
    static func totals(
        in written: WrittenDescription, _ subject: Subject, _ samples: [TableSource]
    ) -> [Diagnostic] {
        guard !samples.isEmpty else { return [] }
        return rows(of: written, subject, samples, where: \.isTotal).map {
            written.diagnostic(
                "expected a total with a value, found that \($0.message)", at: $0.path,
                remedy: "read it from a field that the samples have, or add a sample that shows it")
        }
    }

    /// The rows that are the same in every sample: not there, or empty.
    private static func rows(
        of written: WrittenDescription, _ subject: Subject, _ samples: [TableSource],
        where isWanted: (DescribedRow) -> Bool
    ) -> [(path: JSONPath, message: String)] {
        DescribedRow.all(of: written.json).filter(isWanted).compactMap { row in
            var marked = Self.withoutLiterals(row.row)
            marked["default"] = .string(missing)
            let alone = row.description(with: marked)
            guard let description = try? Description.decode(alone, of: subject) else { return nil }
            let contents = samples.map { content(of: Renderer().render($0, with: description)) }
            return message(contents).map { (row.path, $0) }
        }
    }

    /// A row whose texts have only their expressions: `{a} / {b}` is empty if both are.
    private static func withoutLiterals(_ row: JSONObject) -> JSONObject {
        var row = row
        if let text = row["text"] { row["text"] = expressions(in: text) }
        if let cases = row["cases"]?.arrayValue {
            row["cases"] = .array(
                cases.map { .object(withoutLiterals($0.objectValue ?? JSONObject())) })
        }
        return row
    }

    private static func expressions(in text: JSON) -> JSON {
        text.stringValue.flatMap { Description.expressions(of: $0) }.map { .string($0) } ?? text
    }

    private enum Content { case absent, empty, filled }

    private static func content(of rendered: RenderedBreakdown) -> Content {
        guard !rendered.isGeneric, let table = rendered.tables.first else { return .absent }
        let cells = table.rows.flatMap { [$0.red, $0.blue] }
        return cells.contains(where: isFilled) ? .filled : .empty
    }

    /// Whether a cell shows more than dashes, and what stands between them.
    private static func isFilled(_ cell: String) -> Bool {
        let dashes: Set<Character> = [Character(missing), "–"]
        guard cell.contains(where: dashes.contains) else { return !cell.isEmpty }
        return !cell.allSatisfy { dashes.contains($0) || $0.isWhitespace || $0.isPunctuation }
    }

    private static func message(_ contents: [Content]) -> String? {
        if contents.contains(.filled) { return nil }
        return contents.contains(.empty)
            ? "the row is empty in every sample" : "no sample shows this row"
    }
}
