import JSON

/// A row of a description's tree, which can be drawn alone: so each finding has the place of its row.
package struct DescribedRow {
    /// The place of the row.
    package let path: JSONPath
    package let row: JSONObject
    /// Whether it has the emphasis of a total.
    package var isTotal: Bool { row["kind"]?.stringValue == RowKind.total.rawValue }

    private let description: JSON
    private let table: JSON
    /// The common label and conditions around the row; nil for a row by itself.
    private let group: JSONObject?

    /// The rows of a description, in their order.
    package static func all(of json: JSON) -> [DescribedRow] {
        let tables = JSONCursor(json)["tables"]?.elementsIfAny ?? []
        return tables.flatMap { table in
            (table["rows"]?.elementsIfAny ?? []).flatMap { entry -> [DescribedRow] in
                let group = entry["rows"] == nil ? nil : entry.value.objectValue
                return (entry["rows"]?.elementsIfAny ?? [entry]).map { row in
                    DescribedRow(
                        path: row.path, row: row.value.objectValue ?? JSONObject(),
                        description: json, table: table.value, group: group)
                }
            }
        }
    }

    /// A description that has only one row, in this one's place.
    ///
    /// - Returns: the tree, with the names that the description defines.
    package func description(with row: JSONObject) -> JSON {
        var entry = row
        if var group {
            group["rows"] = .array([.object(row)])
            entry = group
        }
        var table = JSONObject()
        table["when"] = self.table["when"]
        table["rows"] = .array([.object(entry)])
        var alone = JSONObject()
        for key in ["format", "title", "define"] { alone[key] = description[key] }
        alone["tables"] = .array([.object(table)])
        return .object(alone)
    }
}
