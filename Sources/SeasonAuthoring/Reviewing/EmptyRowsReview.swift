import BreakdownRenderer
import JSON

/// Finds rows that no sample shows, or that are empty in every sample: a condition is misspelt, or a sample is missing.
///
/// It renders each row by itself, so that each finding has the place of its row.
package enum EmptyRowsReview {
    /// Stands for a missing value: no data has this character.
    private static let missing = "\u{FFFE}"

    package static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let samples = season.samples(of: subject)
            // Without a sample of a match there is no season; that is reported elsewhere.
            guard !samples.isEmpty else {
                guard subject == .insights else { return [Diagnostic]() }
                var diagnostic = written.diagnostic(
                    "no sample has event insights, so nothing of this file was drawn", at: .root)
                diagnostic.isWarning = true
                diagnostic.remedy = "put an event's insights into samples/<name>.json"
                return [diagnostic]
            }
            return rows(of: written.json).compactMap { path, alone in
                guard let description = try? Description.decode(alone, of: subject) else {
                    return nil
                }
                let outcome = samples.map {
                    content(of: Renderer().render($0.data, with: description))
                }
                guard let message = message(outcome) else { return nil }
                var diagnostic = written.diagnostic(message, at: path)
                diagnostic.isWarning = true
                diagnostic.remedy = "add a sample in which it has something, or cut it"
                return diagnostic
            }
        }
    }

    /// What one row shows in one sample.
    private enum Content { case absent, empty, filled }

    private static func content(of rendered: RenderedBreakdown) -> Content {
        guard !rendered.isGeneric, let table = rendered.tables.first else { return .absent }
        // A side without any data shows a dash in each cell.
        let isFilled = table.rows.contains { row in
            [row.red, row.blue].contains { $0 != missing && $0 != "–" && !$0.isEmpty }
        }
        return isFilled ? .filled : .empty
    }

    private static func message(_ contents: [Content]) -> String? {
        if contents.contains(.filled) { return nil }
        return contents.contains(.empty)
            ? "the row is empty in every sample" : "no sample shows this row"
    }

    /// Every row with its place, and a description that has only this row.
    private static func rows(of json: JSON) -> [(path: JSONPath, alone: JSON)] {
        var found: [(path: JSONPath, alone: JSON)] = []
        for (tableAt, table) in (json["tables"]?.arrayValue ?? []).enumerated() {
            let tablePath = JSONPath.root.member("tables").element(tableAt).member("rows")
            for (at, row) in (table["rows"]?.arrayValue ?? []).enumerated() {
                let path = tablePath.element(at)
                guard let inner = row["rows"]?.arrayValue else {
                    found.append((path, description(json, table, row: marked(row))))
                    continue
                }
                for (innerAt, innerRow) in inner.enumerated() {
                    var group = row.objectValue ?? JSONObject()
                    group["rows"] = .array([marked(innerRow)])
                    found.append(
                        (
                            path.member("rows").element(innerAt),
                            description(json, table, row: .object(group))
                        ))
                }
            }
        }
        return found
    }

    private static func marked(_ row: JSON) -> JSON {
        var object = row.objectValue ?? JSONObject()
        object["default"] = .string(missing)
        return .object(object)
    }

    private static func description(_ json: JSON, _ table: JSON, row: JSON) -> JSON {
        var alone = JSONObject()
        for key in ["format", "title", "define"] { alone[key] = json[key] }
        var only = JSONObject()
        only["when"] = table["when"]
        only["rows"] = .array([row])
        alone["tables"] = .array([.object(only)])
        return .object(alone)
    }
}
