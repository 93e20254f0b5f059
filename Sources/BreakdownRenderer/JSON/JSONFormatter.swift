import JSON

/// Writes a breakdown for machines: one JSON object on one line.
public struct JSONFormatter: Sendable {
    /// Makes a formatter.
    public init() {}

    /// Writes one breakdown.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bundle: which description made them; nil for the generic table.
    /// - Returns: one object and a line break, without any character that controls a terminal.
    public func format(
        _ rendered: RenderedBreakdown, bundle: (year: Int, version: String, origin: String)?
    ) -> String {
        let tables = rendered.tables.map { table -> JSON in
            [
                "title": table.title.map(JSON.string) ?? nil,
                "rows": .array(table.rows.map(Self.row)),
            ]
        }
        let json: JSON = [
            "key": .string(rendered.key),
            "year": .integer(Int64(rendered.year)),
            "title": .string(rendered.title),
            "bundle": bundle.map { bundle in
                [
                    "year": .integer(Int64(bundle.year)),
                    "version": .string(bundle.version),
                    "origin": .string(bundle.origin),
                ]
            } ?? nil,
            "tables": .array(tables),
            "notes": .array(rendered.notes.map(JSON.string)),
            "problems": .array(rendered.problems.map(JSON.string)),
        ]
        return Self.escapingControls(json.serialized()) + "\n"
    }

    private static func row(_ row: BreakdownTable.Row) -> JSON {
        [
            "label": .string(row.label),
            "kind": .string(row.kind.rawValue),
            "values": ["red": .string(row.red), "blue": .string(row.blue)],
        ]
    }

    /// The same JSON with U+0080 to U+009F escaped: legal in JSON, but terminals obey them.
    private static func escapingControls(_ bytes: [UInt8]) -> String {
        var escaped: [UInt8] = []
        var keptFrom = 0
        for at in bytes.indices.dropLast()
        where bytes[at] == 0xC2 && (0x80...0x9F).contains(bytes[at + 1]) {
            escaped += bytes[keptFrom..<at]
            escaped += "\\u00\(String(bytes[at + 1], radix: 16))".utf8
            keptFrom = at + 2
        }
        if keptFrom == 0 { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: escaped + bytes[keptFrom...], as: UTF8.self)
    }
}
