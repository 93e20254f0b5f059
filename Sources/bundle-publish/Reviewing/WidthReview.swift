import BreakdownRenderer

/// How wide the tables are: what does not fit a terminal is broken into several lines.
enum WidthReview {
    /// A terminal as it opens; wider tables are worth a note.
    static let columnsNoted = 80
    /// Wider ones are broken on nearly every terminal.
    static let columnsMax = 100
    /// Wide enough that nothing is broken.
    private static let columnsWide = 1_000

    static func diagnostics(_ season: ReviewedSeason) -> [Diagnostic] {
        [Subject.match, .insights].compactMap { subject in
            let widths = season.samples
                .filter { $0.decoded.subject == subject && !$0.rendered.isGeneric }
                .map { (sample: $0, columns: columns($0.rendered)) }
            guard let widest = widths.max(by: { $0.columns < $1.columns }),
                widest.columns > columnsNoted
            else { return nil }
            let label = widestRow(widest.sample.rendered).map { ", most of it for \"\($0)\"" } ?? ""
            let diagnostic = Diagnostic.warning(
                widest.sample.source.match.path,
                "the table is \(widest.columns) columns wide\(label)",
                remedy: "shorter labels, words and values fit a terminal of \(columnsNoted) columns"
            )
            return widest.columns > columnsMax ? diagnostic : diagnostic.asNote
        }
    }

    /// The columns that a table takes where nothing is broken: the length of its uppermost line.
    private static func columns(_ rendered: RenderedBreakdown) -> Int {
        let lines = TextFormatter(width: columnsWide).format(rendered).split(separator: "\n")
        return lines.first { $0.hasPrefix("╭") }?.unicodeScalars.count ?? 0
    }

    private static func widestRow(_ rendered: RenderedBreakdown) -> String? {
        rendered.tables.flatMap(\.rows).max { width($0) < width($1) }?.label
    }

    private static func width(_ row: BreakdownTable.Row) -> Int {
        2 * max(row.red.unicodeScalars.count, row.blue.unicodeScalars.count)
            + row.label.unicodeScalars.count
    }
}
