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

    /// Makes a check.
    package init(
        folder: String, evidence: Evidence? = nil, updatesTables: Bool = false
    ) {
        self.folder = folder
        self.evidence = evidence
        self.updatesTables = updatesTables
    }

    /// The result for one season.
    package struct Outcome: Sendable {
        /// The season; nil if it has mistakes.
        package var season: CheckedSeason?
        /// Every sample, and its tables where it could be drawn, with or without mistakes.
        package var samples: [(name: String, rendered: RenderedBreakdown?)] = []
        /// Expected tables to write, and what changes in each.
        package var tables: [(path: String, table: String, difference: [String])] = []
        /// Every mistake, warning and note.
        package var diagnostics: [Diagnostic] = []
    }

    /// Checks a season.
    package func run(_ season: SeasonSource) -> Outcome {
        var outcome = Outcome()
        var files: [BundlePath: [UInt8]] = [:]
        let read = season.samples.map { ReadSample($0) }
        let check = EvidenceCheck(read, beside: evidence)
        let descriptions = compile(season, into: &files, &outcome)
        let samples = draw(read, of: season, descriptions, into: &files, &outcome)
        for source in season.descriptions {
            guard let compiled = descriptions[source.subject] else { continue }
            let ofSubject = samples.filter { $0.sample.data.subject == source.subject }
            let found = mistakes(in: compiled, source, ofSubject, check)
            outcome.diagnostics += found
            // A table that a wrong description draws is a consequence, and not what the author expects.
            if found.mistakesCount == 0 { compare(ofSubject, &outcome) }
        }
        guard outcome.diagnostics.mistakesCount == 0 else { return outcome }
        do throws(BundleFormatError) {
            let contents = try BundleContents(
                year: season.year, files: files,
                format: descriptions.values.map(\.description.level).max() ?? 1)
            outcome.season = CheckedSeason(
                source: season, contents: contents, descriptions: descriptions,
                samples: samples.map(\.sample), evidence: check.evidence)
        } catch {
            outcome.diagnostics.append(
                Diagnostic(file: "\(folder)/\(season.year)", message: "\(error)"))
        }
        return outcome
    }

    private func compile(
        _ season: SeasonSource, into files: inout [BundlePath: [UInt8]], _ outcome: inout Outcome
    ) -> [Subject: CompiledDescription] {
        var descriptions: [Subject: CompiledDescription] = [:]
        for source in season.descriptions {
            do throws(DiagnosedError) {
                let compiled = try DescriptionCompiler.compile(source)
                descriptions[source.subject] = compiled
                outcome.diagnostics += compiled.warnings
                outcome.diagnostics += Self.levelNote(compiled.description.level, of: source.file)
                add(compiled.bytes, as: source.subject.compiledName, to: &files)
            } catch {
                outcome.diagnostics += error.diagnostics
            }
        }
        return descriptions
    }

    /// What is wrong or doubtful in a description, as its samples show it.
    private func mistakes(
        in compiled: CompiledDescription, _ source: DescriptionSource, _ samples: [Drawn],
        _ check: EvidenceCheck
    ) -> [Diagnostic] {
        var found = check.diagnostics(of: compiled, source.subject)
        var failed = FailedCells()
        for sample in samples { failed.add(sample.failures, of: sample.sample.source.name) }
        found += failed.diagnostics(in: compiled.written, at: source.file.path, besides: found)
        guard found.mistakesCount == 0, let written = compiled.written else { return found }
        return found
            + EmptyRowsReview.totals(in: written, source.subject, samples.map(\.sample.data))
    }

    /// Reports the tables that are not as expected, or has them written.
    private func compare(_ samples: [Drawn], _ outcome: inout Outcome) {
        let tables = samples.compactMap { drawn in drawn.table.map { (drawn.sample.source, $0) } }
        for difference in TableDifference.all(tables) {
            if updatesTables {
                outcome.tables.append((difference.path, difference.table, difference.detail))
            } else {
                outcome.diagnostics.append(difference.diagnostic)
            }
        }
    }

    /// Tells that not every program shows a description that needs more than level 1.
    private static func levelNote(_ level: Int, of source: SourceFile) -> [Diagnostic] {
        guard level > 1 else { return [] }
        return [
            Diagnostic(
                file: source.path, message: "needs level \(level) of the description language",
                remedy: "programs that read less keep what was last published for them",
                isWarning: true, isNote: true)
        ]
    }

    /// A sample that a description was applied to.
    private struct Drawn {
        let sample: CheckedSeason.Sample
        /// The table in the form of expected tables; nil if it is none.
        let table: String?
        let failures: [RenderFailure]
    }

    private func draw(
        _ samples: [ReadSample], of season: SeasonSource,
        _ descriptions: [Subject: CompiledDescription],
        into files: inout [BundlePath: [UInt8]], _ outcome: inout Outcome
    ) -> [Drawn] {
        let check = SampleCheck(
            year: season.year, descriptions: descriptions.mapValues(\.description),
            hasInsights: season.insights != nil)
        var drawn: [Drawn] = []
        for read in samples {
            let (sample, checked) = (read.source, check.run(read))
            outcome.samples.append((sample.name, checked.rendered))
            outcome.diagnostics += checked.diagnostics
            if let data = checked.data, let rendered = checked.rendered {
                drawn.append(
                    Drawn(
                        sample: .init(source: sample, data: data, rendered: rendered),
                        table: checked.table, failures: checked.failures))
            }
            let name = "\(BundleFile.samples)/\(sample.name)"
            // The layout of the author's file must not change the version.
            if let json = read.json { add(json.serialized(), as: "\(name).json", to: &files) }
            if let table = checked.table { add(Array(table.utf8), as: "\(name).txt", to: &files) }
        }
        return drawn
    }

    private func add(
        _ bytes: [UInt8], as name: String, to files: inout [BundlePath: [UInt8]]
    ) {
        // Names were checked when the folder was read.
        guard let path = BundlePath(name) else { preconditionFailure("\(name) is no bundle path") }
        files[path] = bytes
    }
}

extension Subject {
    /// The name of the compiled description in a bundle.
    fileprivate var compiledName: String {
        switch self {
        case .match: BundleFile.description
        case .insights: BundleFile.insights
        }
    }
}
