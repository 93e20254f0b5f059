import PlainText

/// Writes a breakdown or insights for machines: one JSON object on one line.
public struct JSONFormatter: Sendable {
    /// Makes a formatter.
    public init() {}

    /// Writes one breakdown.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bundle: the content that made them; nil for the generic table.
    /// - Returns: one object and a line break, without any character that controls a terminal.
    public func format(_ rendered: RenderedBreakdown, bundle: Provenance?) -> String {
        var bytes: [UInt8] = []
        append(rendered, bundle: bundle, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes one breakdown, as ``format(_:bundle:)``, after what is written already.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bundle: the content that made them; nil for the generic table.
    ///   - bytes: the output so far; gets the line in UTF-8.
    public func append(
        _ rendered: RenderedBreakdown, bundle: Provenance?, to bytes: inout [UInt8]
    ) {
        var line = JSONLine(bytes: bytes)
        bytes = []
        line.raw("{\"key\":")
        line.text(rendered.key)
        line.raw(",\"schema\":\(Self.schemaVersion),\"subject\":")
        line.text(rendered.subject == .match ? "match" : "insights")
        line.raw(",\"year\":\(rendered.year),\"title\":")
        line.text(rendered.title)
        append(rendered.heading, rendered.subject, to: &line)
        line.raw(",\"bundle\":")
        append(bundle, to: &line)
        line.raw(",\"tables\":")
        line.list(rendered.tables) { line, table in
            line.raw("{\"title\":")
            line.text(table.title)
            line.raw(",\"rows\":")
            line.list(table.rows) { line, row in append(row, rendered.subject, to: &line) }
            line.raw("}")
        }
        line.raw(",\"notes\":")
        line.list(rendered.notes) { line, note in line.text(note) }
        line.raw(",\"problems\":")
        line.list(rendered.problems) { line, problem in line.text(problem) }
        line.raw(",\"retrieved\":")
        append(rendered.retrieval, to: &line)
        line.raw("}\n")
        bytes = line.bytes
    }

    /// The version of the form, of docs/breakdown.schema.json.
    static let schemaVersion = 1

    private func append(
        _ heading: RenderedBreakdown.Heading, _ subject: Subject, to line: inout JSONLine
    ) {
        line.raw(",\"event\":{\"key\":")
        line.text(heading.eventKey)
        line.raw(",\"name\":")
        line.text(heading.eventName)
        line.raw("},\"name\":")
        line.text(heading.matchName)
        line.raw(",\"level\":")
        line.text(heading.level.isEmpty ? nil : heading.level)
        line.raw(",\"time\":")
        line.raw(heading.time.map { String($0.seconds) } ?? "null")
        line.raw(",\"date\":")
        line.text(heading.date)
        guard subject == .match else { return }
        line.raw(",\"winner\":")
        line.text(heading.winner?.rawValue)
        line.raw(",\"alliances\":{\"red\":")
        append(heading.red, heading.redRankingPoints, to: &line)
        line.raw(",\"blue\":")
        append(heading.blue, heading.blueRankingPoints, to: &line)
        line.raw("}")
    }

    private func append(_ alliance: Alliance, _ points: Int?, to line: inout JSONLine) {
        line.raw("{\"score\":")
        line.raw(alliance.score.map { String($0) } ?? "null")
        line.raw(",\"ranking_points\":")
        line.raw(points.map { String($0) } ?? "null")
        line.raw(",\"teams\":")
        line.list(alliance.teams) { line, team in line.text(team) }
        line.raw(",\"disqualified\":")
        line.list(alliance.disqualified) { line, team in line.text(team) }
        line.raw(",\"surrogates\":")
        line.list(alliance.surrogates) { line, team in line.text(team) }
        line.raw("}")
    }

    private func append(_ retrieval: Retrieval?, to line: inout JSONLine) {
        guard let retrieval else { return line.raw("null") }
        line.raw("{\"source\":")
        line.text(retrieval.source)
        line.raw(",\"address\":")
        line.text(retrieval.address)
        line.raw(",\"age_seconds\":\(retrieval.ageSeconds),\"is_stored\":\(retrieval.isStored)}")
    }

    private func append(_ bundle: Provenance?, to line: inout JSONLine) {
        guard let bundle else { return line.raw("null") }
        line.raw("{\"year\":\(bundle.year),\"version\":")
        line.text(bundle.version)
        line.raw(",\"origin\":")
        line.text(bundle.origin)
        line.raw("}")
    }

    /// A row; its cells have the names that the two sides have in the data.
    private func append(_ row: BreakdownTable.Row, _ subject: Subject, to line: inout JSONLine) {
        line.raw("{\"label\":")
        line.text(row.label)
        if let group = row.group {
            line.raw(",\"group\":")
            line.text(group)
        }
        line.raw(",\"kind\":")
        line.text(row.kind.rawValue)
        line.raw(",\"values\":{")
        line.text(subject.left.key)
        line.raw(":")
        line.text(row.red)
        line.raw(",")
        line.text(subject.right.key)
        line.raw(":")
        line.text(row.blue)
        line.raw("},\"numbers\":{")
        line.text(subject.left.key)
        line.raw(":")
        line.raw(ShownNumber.json(row.red) ?? "null")
        line.raw(",")
        line.text(subject.right.key)
        line.raw(":")
        line.raw(ShownNumber.json(row.blue) ?? "null")
        line.raw("}}")
    }
}

/// A line of JSON that is being written; making a tree would take longer than making the table.
private struct JSONLine {
    var bytes: [UInt8]

    /// Adds punctuation, and keys that need no escape.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds a list.
    mutating func list<Element>(
        _ elements: [Element], _ append: (inout JSONLine, Element) -> Void
    ) {
        raw("[")
        for (at, element) in elements.enumerated() {
            if at > 0 { raw(",") }
            append(&self, element)
        }
        raw("]")
    }

    /// Adds a text in quotes, or null.
    mutating func text(_ text: String?) {
        guard let text else { return raw("null") }
        raw("\"")
        if text.utf8.allSatisfy(Self.isPlain) || text.unicodeScalars.allSatisfy(Self.isPlain) {
            raw(text)
        } else {
            PlainText.forEach(text) { append($0, isHarmless: $1) }
        }
        raw("\"")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\"" && scalar != "\\" && DisplayWidth.isOneColumnAlways(scalar)
    }

    /// Adds a character; it is escaped also if JSON would allow it but a terminal would interpret
    /// it.
    private mutating func append(_ scalar: Unicode.Scalar, isHarmless: Bool) {
        switch scalar {
        case "\"": raw("\\\"")
        case "\\": raw("\\\\")
        case _ where isHarmless: raw(String(scalar))
        default:
            for unit in String(scalar).utf16 {
                let hex = String(unit, radix: 16)
                raw("\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex)
            }
        }
    }
}
