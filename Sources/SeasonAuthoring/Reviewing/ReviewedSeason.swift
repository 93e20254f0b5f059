import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// A season without mistakes, understood: what a review looks at.
package struct ReviewedSeason {
    package let source: SeasonSource
    package let descriptions: [Subject: CompiledDescription]
    package let samples: [Sample]
    /// What the samples, and other matches, look like.
    package let evidence: Evidence

    /// A sample and what it shows.
    package struct Sample {
        package let source: SampleSource
        package let decoded: DecodedSample
        package let rendered: RenderedBreakdown
    }

    /// Understands a season.
    ///
    /// - Parameters:
    ///   - source: the season's files.
    ///   - folder: the folder of seasons, for aliases.
    ///   - known: what is known beside the samples.
    /// - Throws: ``DiagnosedError`` where a description has mistakes.
    package init(
        _ source: SeasonSource, in folder: String, beside known: Evidence?
    ) throws(DiagnosedError) {
        self.source = source
        let compiler = DescriptionCompiler(folder: folder, borrowed: source.borrowed)
        var compiled = [Subject.match: try compiler.compile(source.description, of: .match)]
        if let insights = source.insights {
            compiled[.insights] = try compiler.compile(insights, of: .insights)
        }
        var evidence = known ?? Evidence()
        var samples: [Sample] = []
        for sample in source.samples {
            guard let json = try? JSON.parse(sample.match.bytes, limits: .match),
                let decoded = DecodedSample(json, of: source.year)
            else { continue }
            evidence.add(json)
            let rendered = decoded.rendered(with: compiled[decoded.subject]?.description)
            samples.append(Sample(source: sample, decoded: decoded, rendered: rendered))
        }
        descriptions = compiled
        self.samples = samples
        self.evidence = evidence
    }

    /// The descriptions that are the season's own and no aliases.
    package var written: [(subject: Subject, description: WrittenDescription)] {
        [Subject.match, .insights].compactMap { subject in
            descriptions[subject]?.written.map { (subject, $0) }
        }
    }
}

/// Looks at seasons as their authors would want somebody to, before they are shipped.
enum SeasonReview {
    /// Everything worth a word about a season.
    ///
    /// - Parameters:
    ///   - season: the season, understood.
    ///   - contents: the same as it is published.
    ///   - folder: the folder of seasons.
    /// - Returns: warnings and notes, and an error where no agent would take the season.
    static func diagnostics(
        _ season: ReviewedSeason, _ contents: BundleContents, in folder: String
    ) -> [Diagnostic] {
        AsideReview.diagnostics(season) + EmptyRowsReview.diagnostics(season)
            + WidthReview.diagnostics(season) + ReaderReview.diagnostics(season)
            + SizeReview.diagnostics(contents, in: folder)
    }
}

extension Diagnostic {
    /// A warning about a file as a whole.
    package static func warning(_ file: String, _ message: String, remedy: String? = nil)
        -> Diagnostic
    {
        Diagnostic(file: file, message: message, remedy: remedy, isWarning: true)
    }

    /// The same as a note: something to know, of which even `--strict` takes no offence.
    package var asNote: Diagnostic {
        var note = self
        note.isWarning = true
        note.isNote = true
        return note
    }
}
