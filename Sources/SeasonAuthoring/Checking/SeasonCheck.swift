import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// Compiles one season and renders its samples.
///
/// It reads and writes no file, so that seasons can be checked side by side.
package struct SeasonCheck: Sendable {
    /// The folder of seasons, for messages.
    package let folder: String
    /// What is known of the season besides its samples.
    package var evidence: Evidence?
    /// Whether tables that differ, or are missing, are returned to be written instead of reported.
    package var updatesTables = false

    package init(folder: String, evidence: Evidence? = nil, updatesTables: Bool = false) {
        self.folder = folder
        self.evidence = evidence
        self.updatesTables = updatesTables
    }

    /// What the check of one season found.
    package struct Findings: Sendable {
        /// The season; nil if it has mistakes.
        package var season: CheckedSeason?
        /// Every sample, and its tables where it could be drawn, with or without mistakes.
        package var samples: [(name: String, rendered: RenderedBreakdown?)] = []
        /// Expected tables to write, and what changes in each.
        package var tables: [(path: String, table: String, difference: [String])] = []
        package var diagnostics: [Diagnostic] = []
    }

    package func run(_ season: SeasonSource) -> Findings {
        var found = Findings()
        var files: [BundlePath: [UInt8]] = [:]
        let read = season.samples.map { ReadSample($0) }
        var evidence = evidence ?? Evidence()
        for json in read.compactMap(\.json) { evidence.add(json) }
        let descriptions = compile(season, into: &files, &found)
        let samples = draw(read, of: season, descriptions, into: &files, &found)
        for source in season.descriptions {
            guard let compiled = descriptions[source.subject] else { continue }
            let ofSubject = samples.filter { $0.sample?.data.subject == source.subject }
            let mistakes = mistakes(in: compiled, source, ofSubject, evidence)
            found.diagnostics += mistakes
            // A table that a wrong description draws is a consequence, and not what the author expects.
            if mistakes.mistakesCount == 0 { compare(ofSubject, season.year, &found) }
        }
        guard found.diagnostics.mistakesCount == 0 else { return found }
        do throws(BundleFormatError) {
            let contents = try BundleContents(
                year: season.year, files: files,
                format: descriptions.values.map(\.description.level).max() ?? 1)
            found.season = CheckedSeason(
                source: season, contents: contents, descriptions: descriptions,
                samples: samples.compactMap(\.sample), evidence: evidence)
        } catch {
            found.diagnostics.append(
                Diagnostic(file: "\(folder)/\(season.year)", message: "\(error)"))
        }
        return found
    }

    private func compile(
        _ season: SeasonSource, into files: inout [BundlePath: [UInt8]], _ found: inout Findings
    ) -> [Subject: CompiledDescription] {
        var descriptions: [Subject: CompiledDescription] = [:]
        for source in season.descriptions {
            do throws(DiagnosedError) {
                let compiled = try DescriptionCompiler.compile(source)
                descriptions[source.subject] = compiled
                found.diagnostics += compiled.warnings
                found.diagnostics += Self.levelNote(compiled.description.level, of: source.file)
                add(compiled.bytes, as: source.subject.compiledName, to: &files)
            } catch {
                found.diagnostics += error.diagnostics
            }
        }
        return descriptions
    }

    /// What is wrong or doubtful in a description, as its samples show it.
    private func mistakes(
        in compiled: CompiledDescription, _ source: DescriptionSource, _ samples: [DrawnSample],
        _ evidence: Evidence
    ) -> [Diagnostic] {
        var found = contradictions(in: compiled.written, source.subject, evidence)
        var failed = FailedCells()
        for drawn in samples {
            if let sample = drawn.sample { failed.add(drawn.failures, of: sample.source.name) }
        }
        found += failed.diagnostics(in: compiled.written, at: source.file.path, besides: found)
        guard found.mistakesCount == 0, let written = compiled.written else { return found }
        return found
            + EmptyRowsReview.totals(
                in: written, source.subject, samples.compactMap(\.sample?.data))
    }

    /// What the data contradicts in a description: warnings and notes; none for an alias.
    private func contradictions(
        in written: WrittenDescription?, _ subject: Subject, _ evidence: Evidence
    ) -> [Diagnostic] {
        guard let written else { return [] }
        return Description.remarks(on: written.json, of: subject, against: evidence).map {
            var diagnostic = written.diagnostic($0.finding, isAboutKey: $0.isAboutKey)
            diagnostic.isWarning = $0.isWarning
            return diagnostic
        }
    }

    /// Reports the tables that are not as expected, or has them written.
    private func compare(
        _ samples: [DrawnSample], _ year: BundleYear, _ found: inout Findings
    ) {
        let tables = samples.filter { !$0.isAsExpected }.compactMap { drawn in
            drawn.sample.flatMap { sample in drawn.table.map { (sample.source, $0) } }
        }
        let update = SeasonFolder.commandForTables(of: year, in: folder)
        for difference in TableDifference.all(tables, update: update) {
            if updatesTables {
                found.tables.append((difference.path, difference.table, difference.detail))
            } else {
                found.diagnostics.append(difference.diagnostic)
            }
        }
    }

    /// Tells that not every program shows a description that needs more than level 1.
    private static func levelNote(_ level: Int, of source: SourceFile) -> [Diagnostic] {
        guard level > 1 else { return [] }
        return [
            Diagnostic(
                file: source.path, message: "needs level \(level) of the description language",
                remedy: "a machine with an older program keeps the content that it has",
                isWarning: true, isNote: true)
        ]
    }

    private func draw(
        _ samples: [ReadSample], of season: SeasonSource,
        _ descriptions: [Subject: CompiledDescription],
        into files: inout [BundlePath: [UInt8]], _ found: inout Findings
    ) -> [DrawnSample] {
        let check = SampleCheck(
            year: season.year, descriptions: descriptions.mapValues(\.description),
            hasInsights: season.insights != nil)
        var all: [DrawnSample] = []
        for read in samples {
            let (source, drawn) = (read.source, check.run(read))
            found.samples.append((source.name, drawn.sample?.rendered))
            found.diagnostics += drawn.diagnostics
            all.append(drawn)
            let name = "\(BundleFile.samples)/\(source.name)"
            // The layout of the author's file must not change the version.
            if let json = read.json { add(json.serialized(), as: "\(name).json", to: &files) }
            if let table = drawn.table { add(Array(table.utf8), as: "\(name).txt", to: &files) }
        }
        return all
    }

    private func add(_ bytes: [UInt8], as name: String, to files: inout [BundlePath: [UInt8]]) {
        // Names were checked when the folder was read.
        guard let path = BundlePath(name) else {
            preconditionFailure("\(name) is not a bundle path")
        }
        files[path] = bytes
    }
}

extension Subject {
    fileprivate var compiledName: String {
        switch self {
        case .match: BundleFile.description
        case .insights: BundleFile.insights
        }
    }
}

/// A season without mistakes: what its author wrote, the bundle that is published, and its samples' tables.
///
/// Only ``SeasonCheck`` makes one. A publish and a review accept nothing else, so they need not check again.
package struct CheckedSeason: Sendable {
    package struct Sample: Sendable {
        package let source: SampleSource
        package let data: TableSource
        /// The tables; not the generic one.
        package let rendered: RenderedBreakdown
    }

    package let source: SeasonSource
    /// The files of the bundle and their version.
    package let contents: BundleContents
    /// The description of matches and, if the season has it, the description of insights.
    package let descriptions: [Subject: CompiledDescription]
    package let samples: [Sample]
    /// What the samples, and other matches that were given, look like.
    package let evidence: Evidence

    /// The title in the season's description; nil if it has none.
    package var title: String? { descriptions[.match]?.description.title }

    /// The descriptions that are the season's own and no aliases.
    package var written: [(subject: Subject, description: WrittenDescription)] {
        [Subject.match, .insights].compactMap { subject in
            descriptions[subject]?.written.map { (subject, $0) }
        }
    }
}
