import BreakdownRenderer
import BundleArchive
import BundleFormat

/// Finds what an author may want to change in a season that has no mistakes.
package enum SeasonReview {
    /// Reviews a season.
    ///
    /// - Returns: warnings and notes, and an error where no agent would take the season.
    static func diagnostics(_ season: CheckedSeason, in folder: String) -> [Diagnostic] {
        AsideReview.diagnostics(season) + ofTables(season)
            + SizeReview.diagnostics(season.contents, in: folder)
    }

    /// What an author at work wants to know at each save: warnings and notes about the tables themselves.
    package static func ofTables(_ season: CheckedSeason) -> [Diagnostic] {
        EmptyRowsReview.diagnostics(season) + WidthReview.diagnostics(season)
            + ReaderReview.diagnostics(season)
    }
}

extension CheckedSeason {
    func samples(of subject: Subject) -> [Sample] {
        samples.filter { $0.data.subject == subject }
    }
}

extension Diagnostic {
    package static func warning(_ file: String, _ message: String, remedy: String? = nil)
        -> Diagnostic
    {
        Diagnostic(file: file, message: message, remedy: remedy, isWarning: true)
    }

    /// The same as a note: something to know, which `--strict` accepts too.
    var asNote: Diagnostic {
        var note = self
        note.isWarning = true
        note.isNote = true
        return note
    }
}

/// Measures a season's size, because every machine downloads it, often over a telephone.
package enum SizeReview {
    /// A larger zip gets a warning; this is ten times the largest season.
    static let zipBytesNoted = 100 << 10
    /// A bundle that unpacks to more bytes gets a warning.
    static let unpackedBytesNoted = 2 << 20

    package struct Size: Equatable {
        package let zipBytes: Int
        package let unpackedBytes: Int
    }

    /// The size; nil if no agent would accept the bundle.
    static func size(_ contents: BundleContents) -> Size? { try? measured(contents) }

    private static func measured(_ contents: BundleContents) throws(BundleFormatError) -> Size {
        Size(
            zipBytes: try contents.zipped().count,
            unpackedBytes: contents.files.values.reduce(0) { $0 + $1.count })
    }

    static func diagnostics(_ contents: BundleContents, in folder: String) -> [Diagnostic] {
        let path = "\(folder)/\(contents.year)"
        do throws(BundleFormatError) {
            let size = try measured(contents)
            guard size.zipBytes > zipBytesNoted || size.unpackedBytes > unpackedBytesNoted else {
                return []
            }
            return [
                .warning(
                    path,
                    "the season has \(size.zipBytes) bytes packed and \(size.unpackedBytes) unpacked",
                    remedy: "others have a tenth of that: keep the few samples that show most")
            ]
        } catch {
            return [
                Diagnostic(
                    file: path, message: "\(error)",
                    remedy: "no agent takes it: remove samples, which are most of it")
            ]
        }
    }
}

/// Finds data that a description does not show: fields without a row, and words without a translation.
enum AsideReview {
    private static let columnsMax = 90

    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let review = Description.review(written.json, of: subject, against: season.evidence)
            return unread(review.unreadFields, in: written, season.samples(of: subject), subject)
                + review.unhandledWords.map { written.diagnostic($0, isAboutKey: true).asNote }
        }
    }

    private static func unread(
        _ fields: [String], in written: WrittenDescription, _ samples: [CheckedSeason.Sample],
        _ subject: Subject
    ) -> [Diagnostic] {
        guard !fields.isEmpty else { return [] }
        let ofSamples = samples.map { sample in
            var evidence = Evidence()
            if let json = ReadSample(sample.source).json { evidence.add(json) }
            let review = Description.review(written.json, of: subject, against: evidence)
            return (name: sample.source.name, fields: Set(review.unreadFields))
        }
        let named = fields.map { field in
            let having = ofSamples.filter { $0.fields.contains(field) }
            return having.count == 1 && samples.count > 1
                ? "\(field) (only in \(having[0].name))" : field
        }
        let lines = lines(named)
        let message = "\(counted(fields.count, "field")) of the data in no row: "
        var note = Diagnostic.warning(written.path, message + lines[0]).asNote
        note.detail = Array(lines.dropFirst())
        return [note]
    }

    private static func lines(_ names: [String]) -> [String] {
        names.reduce(into: []) { lines, name in
            guard let last = lines.last else { return lines.append(name) }
            let isFull = last.count + name.count >= columnsMax
            lines[lines.count - 1] += isFull ? "," : ", \(name)"
            if isFull { lines.append(name) }
        }
    }
}

/// Finds tables that are too wide for a terminal.
///
/// A label may continue in the next line. A value or a word that is broken is hard to read.
enum WidthReview {
    /// The usual width of a new terminal; a wider table gets a note.
    static let columnsNoted = 80
    /// A table that breaks values or words even at this width gets a warning.
    static let columnsMax = 100
    /// A width at which nothing is broken.
    private static let columnsWide = 1_000

    /// The tables of one sample, and the columns that they take on one line each.
    private typealias Width = (sample: CheckedSeason.Sample, columns: Int)

    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
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
