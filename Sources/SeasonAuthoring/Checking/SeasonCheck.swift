import BreakdownRenderer
import BundleArchive
import BundleFormat

/// Compiles one season and renders its samples; touches no file, so that seasons are checked side by side.
package struct SeasonCheck: Sendable {
    /// The folder of seasons, for messages.
    package let folder: String
    /// What is known of the season beside its samples.
    package var evidence: Evidence?
    /// Whether tables that differ, or are missing, are to be written instead of reported.
    package var updatesTables = false

    /// Keeps the given values.
    package init(
        folder: String, evidence: Evidence? = nil, updatesTables: Bool = false
    ) {
        self.folder = folder
        self.evidence = evidence
        self.updatesTables = updatesTables
    }

    /// What came of one season.
    package struct Outcome: Sendable {
        /// The season; nil where it has mistakes.
        package var season: CheckedSeason?
        /// Expected tables to write, and what changes in each.
        package var tables: [(path: String, table: String, difference: [String])] = []
        package var diagnostics: [Diagnostic] = []
    }

    /// Checks a season.
    ///
    /// - Parameter season: what its author wrote.
    /// - Returns: the season, and what is wrong with it.
    package func run(_ season: SeasonSource) -> Outcome {
        var outcome = Outcome()
        var files: [BundlePath: [UInt8]] = [:]
        let samples = season.samples.map { ReadSample($0) }
        let descriptions = compile(season, samples, into: &files, &outcome)
        let shown = render(samples, of: season, descriptions, into: &files, &outcome)
        guard outcome.diagnostics.mistakesCount == 0 else { return outcome }
        do throws(ArchiveError) {
            let contents = try BundleContents(
                year: season.year, files: files,
                format: descriptions.values.map(\.level).max() ?? 1)
            outcome.season = CheckedSeason(
                contents: contents, title: descriptions[.match]?.title, samples: shown)
        } catch {
            outcome.diagnostics.append(
                Diagnostic(file: "\(folder)/\(season.year)", message: "\(error)"))
        }
        return outcome
    }

    private func compile(
        _ season: SeasonSource, _ samples: [ReadSample],
        into files: inout [BundlePath: [UInt8]], _ outcome: inout Outcome
    ) -> [Subject: Description] {
        let evidence = EvidenceCheck(samples, beside: evidence)
        let compiler = DescriptionCompiler(folder: folder, borrowed: season.borrowed)
        var descriptions: [Subject: Description] = [:]
        for (source, subject, name) in season.descriptions {
            do throws(DiagnosedError) {
                let compiled = try compiler.compile(source, of: subject)
                descriptions[subject] = compiled.description
                outcome.diagnostics += Self.note(compiled.description.level, of: source)
                add(compiled.bytes, as: name, to: &files)
                outcome.diagnostics += evidence.diagnostics(of: compiled, subject)
            } catch {
                outcome.diagnostics += error.diagnostics
            }
        }
        return descriptions
    }

    /// Who sees a description that needs more than every program has.
    private static func note(_ level: Int, of source: SourceFile) -> [Diagnostic] {
        guard level > 1 else { return [] }
        return [
            Diagnostic(
                file: source.path, message: "needs level \(level) of the description language",
                remedy: "programs that read less keep what was last published for them",
                isWarning: true, isNote: true)
        ]
    }

    private func render(
        _ samples: [ReadSample], of season: SeasonSource,
        _ descriptions: [Subject: Description],
        into files: inout [BundlePath: [UInt8]], _ outcome: inout Outcome
    ) -> [CheckedSeason.Sample] {
        let check = SampleCheck(
            year: season.year, descriptions: descriptions, hasInsights: season.insights != nil)
        var shown: [CheckedSeason.Sample] = []
        for read in samples {
            let (sample, checked) = (read.source, check.run(read))
            shown.append(.init(name: sample.name, rendered: checked.rendered))
            if updatesTables, let table = checked.table, checked.diagnostics.mistakesCount > 0 {
                let difference = checked.diagnostics.flatMap(\.detail)
                outcome.tables.append((sample.expectedPath, table, difference))
                outcome.diagnostics += checked.diagnostics.filter(\.isWarning)
            } else {
                outcome.diagnostics += checked.diagnostics
            }
            let name = "\(BundleFile.samples)/\(sample.name)"
            add(sample.match.bytes, as: "\(name).json", to: &files)
            if let table = checked.table { add(Array(table.utf8), as: "\(name).txt", to: &files) }
        }
        return shown
    }

    private func add(
        _ bytes: [UInt8], as name: String, to files: inout [BundlePath: [UInt8]]
    ) {
        // Names were checked when the folder was read.
        guard let path = BundlePath(name) else { preconditionFailure("\(name) is no bundle path") }
        files[path] = bytes
    }
}

extension SeasonSource {
    /// The descriptions, what they describe, and what they are called when compiled.
    fileprivate var descriptions: [(SourceFile, Subject, name: String)] {
        let match = (description, Subject.match, name: BundleFile.description)
        guard let insights else { return [match] }
        return [match, (insights, .insights, name: BundleFile.insights)]
    }
}
