import BreakdownRenderer
import BundleArchive

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
