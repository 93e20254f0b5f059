import BreakdownRenderer

/// Finds tables that are too wide for a terminal.
///
/// A label may continue in the next line. A value or a word that is broken is hard to read.
package enum WidthReview {
    /// The usual width of a new terminal; a wider table gets a note.
    static let columnsNoted = 80
    /// A table that breaks values or words even at this width gets a warning.
    static let columnsMax = 100
    /// A width at which nothing is broken.
    private static let columnsWide = 1_000

    /// The tables of one sample, and the columns that they take on one line each.
    private typealias Width = (sample: CheckedSeason.Sample, columns: Int)

    package static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        [Subject.match, .insights].compactMap { subject in
            let wide: [Width] = season.samples(of: subject)
                .map { ($0, columns($0.rendered)) }
                .filter { $0.columns > columnsNoted }
            return wide.lazy.compactMap(warning).first
                ?? wide.max { $0.columns < $1.columns }.map(widthNote)
        }
    }

    private static func warning(_ width: Width) -> Diagnostic? {
        guard width.columns > columnsMax, let broken = broken(width.sample.rendered)
        else { return nil }
        return .warning(
            width.sample.source.match.path,
            "\"\(broken)\" is broken into lines even where the table has \(columnsMax) columns",
            remedy: "shorter labels, words and values fit a terminal of \(columnsNoted) columns")
    }

    private static func widthNote(_ width: Width) -> Diagnostic {
        let label = widestRow(width.sample.rendered).map { ", most of it for \"\($0)\"" } ?? ""
        return Diagnostic.warning(
            width.sample.source.match.path,
            "the table is \(width.columns) columns wide\(label)",
            remedy: "shorter labels, words and values fit a terminal of \(columnsNoted) columns"
        ).asNote
    }

    /// The width of a table in which nothing is broken: the length of its first line.
    private static func columns(_ rendered: RenderedBreakdown) -> Int {
        let lines = TextFormatter(width: columnsWide).format(rendered).split(separator: "\n")
        return lines.first { $0.hasPrefix("╭") }?.unicodeScalars.count ?? 0
    }

    /// The first value, or word of a label, that is broken into two lines.
    private static func broken(_ rendered: RenderedBreakdown) -> String? {
        let lines = TextFormatter(width: columnsMax).format(rendered).split(separator: "\n")
        for row in rendered.tables.flatMap(\.rows) {
            let words = row.label.split(separator: " ").map(String.init)
            for text in [row.red, row.blue] + words
            where !lines.contains(where: { $0.contains(text) }) {
                return text
            }
        }
        return nil
    }

    private static func widestRow(_ rendered: RenderedBreakdown) -> String? {
        rendered.tables.flatMap(\.rows).max { width($0) < width($1) }?.label
    }

    private static func width(_ row: BreakdownTable.Row) -> Int {
        2 * max(row.red.unicodeScalars.count, row.blue.unicodeScalars.count)
            + row.label.unicodeScalars.count
    }
}
