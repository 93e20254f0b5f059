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
    public static let schemaVersion = 1

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

    /// What is known about an alliance.
    func append(_ alliance: Alliance, _ points: Int?, to line: inout JSONLine) {
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

    /// Where the data came from, or null.
    func append(_ retrieval: Retrieval?, to line: inout JSONLine) {
        guard let retrieval else { return line.raw("null") }
        line.raw("{\"source\":")
        line.text(retrieval.source)
        line.raw(",\"address\":")
        line.text(retrieval.address)
        line.raw(",\"age_seconds\":\(retrieval.ageSeconds),\"is_stored\":\(retrieval.isStored)}")
    }

    /// The content of the description, or null.
    func append(_ bundle: Provenance?, to line: inout JSONLine) {
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
