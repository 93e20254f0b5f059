import JSON

/// Writes a breakdown or insights for machines: one JSON object on one line.
public struct JSONFormatter: Sendable {
    /// Makes a formatter.
    public init() {}

    /// Writes one breakdown.
    ///
    /// - Returns: one object and a line break, without any character that controls a terminal.
    public func format(_ rendered: RenderedBreakdown, bundle: Provenance?) -> String {
        var bytes: [UInt8] = []
        append(rendered, bundle: bundle, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes one breakdown, as ``format(_:bundle:)``, after what is written already.
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
        line.provenance(bundle)
        line.raw(",\"tables\":")
        line.tables(rendered.tables) { line, row in append(row, rendered.subject, to: &line) }
        line.raw(",\"notes\":")
        line.texts(rendered.notes)
        line.raw(",\"problems\":")
        line.texts(rendered.problems)
        line.raw(",\"retrieved\":")
        line.retrieval(rendered.retrieval)
        if let replaces = rendered.replaces {
            line.raw(",\"replaces\":")
            line.raw(replaces)
        }
        line.raw("}\n")
        bytes = line.bytes
    }

    /// The version of the form, of docs/breakdown.schema.json.
    public static let schemaVersion = 1

    private func append(
        _ heading: RenderedBreakdown.Heading, _ subject: Subject, to line: inout JSONLine
    ) {
        line.raw(",\"event\":")
        line.event(of: heading)
        line.raw(",\"name\":")
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
        line.alliance(heading.red, rankingPoints: heading.redRankingPoints)
        line.raw(",\"blue\":")
        line.alliance(heading.blue, rankingPoints: heading.blueRankingPoints)
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
        line.text(row.blueAlone)
        line.raw("},\"numbers\":{")
        line.text(subject.left.key)
        line.raw(":")
        line.raw(ShownNumber.json(row.red) ?? "null")
        line.raw(",")
        line.text(subject.right.key)
        line.raw(":")
        line.raw(ShownNumber.json(row.blueAlone) ?? "null")
        if let raw = row.raw {
            line.raw("},\"raw\":{")
            line.text(subject.left.key)
            line.raw(":")
            line.raw(raw.red.text())
            line.raw(",")
            line.text(subject.right.key)
            line.raw(":")
            line.raw(raw.blue.text())
        }
        line.raw("}}")
    }
}
