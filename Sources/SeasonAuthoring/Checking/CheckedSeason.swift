import BreakdownRenderer
import BundleArchive

/// A season without mistakes: the bundle that is published, and what its samples look like.
///
/// Only ``SeasonCheck`` makes one, so whoever has one need not check again.
package struct CheckedSeason: Sendable {
    /// A sample and its tables.
    package struct Sample: Sendable {
        package let name: String
        /// Nil where no description of the season applies to the sample.
        package let rendered: RenderedBreakdown?

        package init(name: String, rendered: RenderedBreakdown?) {
            self.name = name
            self.rendered = rendered
        }
    }

    /// The files of the bundle and their version.
    package let contents: BundleContents
    /// The title in the season's description; nil where it has none.
    package let title: String?
    /// The samples in the order of their names.
    package let samples: [Sample]

    package init(contents: BundleContents, title: String?, samples: [Sample]) {
        self.contents = contents
        self.title = title
        self.samples = samples
    }
}
