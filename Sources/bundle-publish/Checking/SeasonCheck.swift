import BreakdownRenderer
import BundleArchive
import BundleFormat

/// Compiles one season and renders its samples; touches no file, so that seasons are checked side by side.
struct SeasonCheck: Sendable {
    /// The folder of seasons, for messages.
    let folder: String
    /// What is known of the season beside its samples.
    let evidence: Evidence?
    /// Whether tables that differ, or are missing, are to be written instead of reported.
    var updatesTables = false
    /// Whether the part of its page that tells of the content alone is made, too.
    var drawsFace = false

    /// What came of one season.
    struct Outcome: Sendable {
        /// The season in the form that is published; nil where it has mistakes.
        var contents: BundleContents?
        /// How it looks, with ``SeasonCheck/drawsFace``; nil where it has mistakes.
        var face: SeasonFace?
        /// Expected tables to write, and what changes in each.
        var tables: [(path: String, table: String, difference: [String])] = []
        var diagnostics: [Diagnostic] = []
    }

    /// Checks a season.
    ///
    /// - Parameter season: what its author wrote.
    /// - Returns: the season, and what is wrong with it.
    func run(_ season: SeasonSource) -> Outcome {
        var outcome = Outcome()
        var files: [BundlePath: [UInt8]] = [:]
        let samples = season.samples.map { ReadSample($0) }
        let descriptions = compile(season, samples, into: &files, &outcome)
        let shown = render(samples, of: season, descriptions, into: &files, &outcome)
        guard outcome.diagnostics.mistakesCount == 0 else { return outcome }
        do throws(ArchiveError) {
            outcome.contents = try BundleContents(
                year: season.year, files: files,
                format: descriptions.values.map(\.level).max() ?? 1)
            if drawsFace {
                outcome.face = SeasonFace(title: descriptions[.match]?.title, samples: shown)
            }
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
    ) -> [(name: String, rendered: RenderedBreakdown?)] {
        let check = SampleCheck(
            year: season.year, descriptions: descriptions, hasInsights: season.insights != nil)
        var shown: [(name: String, rendered: RenderedBreakdown?)] = []
        for read in samples {
            let (sample, checked) = (read.source, check.run(read))
            if drawsFace { shown.append((sample.name, checked.rendered)) }
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
