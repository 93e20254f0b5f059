/// A sample whose table is not the expected one, and what its author reads about it.
struct TableDifference {
    private let sample: SampleSource
    /// The table as it is now, in the form of expected tables.
    let table: String
    /// The lines that differ; where most of a table is new, the table itself, once for all samples.
    let detail: [String]
    private let isRewritten: Bool

    var path: String { sample.expectedPath }

    /// Compares samples with their expected tables.
    ///
    /// - Returns: those that differ, in the same order.
    static func all(_ samples: [(source: SampleSource, table: String)]) -> [TableDifference] {
        var hasShownTable = false
        return samples.compactMap { sample, table in
            guard let expected = sample.expected?.bytes else {
                return TableDifference(sample: sample, table: table, detail: [], isRewritten: false)
            }
            guard !expected.elementsEqual(table.utf8) else { return nil }
            let lines = LineDifference.lines(
                expected: String(decoding: expected, as: UTF8.self), found: table, linesMax: .max)
            guard lines.count > AuthoringLimits.differenceLinesMax else {
                return TableDifference(
                    sample: sample, table: table, detail: lines, isRewritten: false)
            }
            let count = lines.count { $0.hasPrefix("-") || $0.hasPrefix("+") }
            let shown = hasShownTable ? [] : self.shown(table)
            hasShownTable = true
            return TableDifference(
                sample: sample, table: table,
                detail: ["… \(count) lines differ" + (shown.isEmpty ? "" : "; the new table:")]
                    + shown, isRewritten: true)
        }
    }

    private static func shown(_ table: String) -> [String] {
        table.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(AuthoringLimits.tableLinesMax).map { "  \($0)" }
    }

    /// The mistake that it is without `--update`.
    var diagnostic: Diagnostic {
        guard let expected = sample.expected else {
            return Diagnostic(
                file: path, message: "expected the sample's table, found no such file",
                remedy: "run bundle-publish check --update and look at what it writes")
        }
        return Diagnostic(
            file: expected.path,
            message: isRewritten
                ? "expected the table of this file, found another"
                : "expected this table (-), found another (+)",
            remedy: "run bundle-publish check --update if the new table is right", detail: detail)
    }
}
