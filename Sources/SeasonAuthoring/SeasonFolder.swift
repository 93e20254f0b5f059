import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files
import Platform

/// A folder of seasons: what a bot or an editor uses to check an author's work and to compile it.
///
/// ```swift
/// let seasons = SeasonFolder(path: "bundles")
/// let report = try seasons.check()
/// for diagnostic in report.diagnostics { print(diagnostic.file, diagnostic.message) }
/// if report.isPublishable { try seasons.compile(into: "compiled") }
/// ```
///
/// Nothing is printed, and no environment variable is read.
public struct SeasonFolder: Sendable {
    /// One season without mistakes.
    public struct Season: Sendable {
        /// The year it was played in.
        public let year: Int
        /// The title in its description; nil if it has none.
        public let title: String?
        /// The hash of its content: 64 hexadecimal digits.
        public let version: String
        /// The table of each sample, by the name of the sample.
        public let tables: [String: RenderedBreakdown]
    }

    /// The result of a check.
    public struct Report: Sendable {
        /// The seasons without mistakes, in ascending order.
        public let seasons: [Season]
        /// Every mistake, warning and note, in reading order.
        public let diagnostics: [Diagnostic]

        /// True where no season has a mistake, and there is at least one.
        public var isPublishable: Bool { diagnostics.mistakesCount == 0 && !seasons.isEmpty }
    }

    /// The folder, with one folder for each year.
    public let path: String

    /// Names a folder; nothing is read yet.
    public init(path: String) { self.path = path }

    /// Compiles the descriptions, draws every sample and compares it with its expected table.
    ///
    /// - Parameter years: the seasons; none means all.
    /// - Throws: ``AuthoringError`` if the folder cannot be read, or a year is not from 1992 to 2999.
    public func check(years: Set<Int> = []) throws(AuthoringError) -> Report {
        let checked = try content(years).run()
        return Report(
            seasons: checked.seasons.map { season in
                Season(
                    year: season.source.year.number, title: season.title,
                    version: season.contents.version.hex,
                    tables: Dictionary(
                        season.samples.map { ($0.source.name, $0.rendered) },
                        uniquingKeysWith: { first, _ in first }))
            },
            diagnostics: checked.diagnostics.inReadingOrder())
    }

    /// Checks the seasons and writes them in compiled form, as `breakdown` and the agent read them.
    ///
    /// - Parameters:
    ///   - folder: one folder for each year, and `set.json`; each season is replaced as a whole.
    ///   - years: the seasons; none means all.
    /// - Throws: ``AuthoringError``; then each season is the old or the new one.
    public func compile(into folder: String, years: Set<Int> = []) throws(AuthoringError) {
        let seasons = try content(years).runStrictly()
        _ = try CompiledFolder(path: folder, origin: .folder).write(
            seasons.map(\.contents), removingOthers: false)
    }

    /// The folder of a command that names none.
    package static let standardPath = "bundles"

    /// The command that writes a season's expected tables, for messages.
    static func commandForTables(of year: BundleYear, in folder: String) -> String {
        let place = folder == standardPath ? "" : " --bundles \(ShellWord.quoted(folder))"
        return "bundle-publish check \(year) --update\(place)"
    }

    private func content(_ years: Set<Int>) throws(AuthoringError) -> ContentCheck {
        var wanted: Set<BundleYear> = []
        for number in years {
            guard let year = BundleYear(number) else {
                throw AuthoringError("expected a year from 1992 to 2999, found \(number)")
            }
            wanted.insert(year)
        }
        return ContentCheck(folder: path, years: wanted)
    }
}
