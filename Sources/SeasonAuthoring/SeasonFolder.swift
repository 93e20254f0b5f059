import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files

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

    /// Why nothing could be checked or compiled.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The year is not from 1992 to 2999.
        case noYear(Int)
        /// A file or a folder cannot be read or written; the sentence says which and why.
        case disk(String)
        /// The seasons have mistakes, or there is no season.
        case mistakes([Diagnostic])
        /// A folder that would be replaced is not a compiled season.
        case notCompiled(path: String)

        /// What happened, in a sentence.
        public var description: String {
            switch self {
            case .noYear(let year): "expected a year from 1992 to 2999, found \(year)"
            case .disk(let problem): problem
            case .mistakes(let diagnostics): "\(counted(diagnostics.mistakesCount, "mistake"))"
            case .notCompiled(let path): "\(path): expected a compiled season, found another folder"
            }
        }
    }

    /// The folder, with one folder for each year.
    public let path: String

    /// Names a folder; nothing is read yet.
    public init(path: String) { self.path = path }

    /// Compiles the descriptions, draws every sample and compares it with its expected table.
    ///
    /// - Parameter years: the seasons; none means all.
    /// - Throws: ``Failure`` if the folder cannot be read.
    public func check(years: Set<Int> = []) throws(Failure) -> Report {
        let check = try content(years)
        let checked: CheckedContent
        do throws(AuthoringError) {
            checked = try check.run()
        } catch {
            throw Failure(error)
        }
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
    /// - Throws: ``Failure``; then each season is the old or the new one.
    public func compile(into folder: String, years: Set<Int> = []) throws(Failure) {
        let check = try content(years)
        do throws(AuthoringError) {
            let seasons = try check.runStrictly()
            _ = try CompiledFolder(path: folder, origin: .folder).write(
                seasons.map(\.contents), removingOthers: false)
        } catch {
            throw Failure(error)
        }
    }

    private func content(_ years: Set<Int>) throws(Failure) -> ContentCheck {
        var wanted: Set<BundleYear> = []
        for number in years {
            guard let year = BundleYear(number) else { throw .noYear(number) }
            wanted.insert(year)
        }
        return ContentCheck(folder: path, years: wanted)
    }
}

extension SeasonFolder.Failure {
    /// The failure of a check or a build.
    fileprivate init(_ error: AuthoringError) {
        self =
            switch error.kind {
            case .mistakes, .unplayed: .mistakes(error.diagnostics)
            case .disk: .disk(error.message)
            case .notCompiled(let path): .notCompiled(path: path)
            }
    }
}
