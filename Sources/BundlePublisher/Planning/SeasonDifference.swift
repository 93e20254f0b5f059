import BreakdownRenderer
import BundleFormat
import SeasonAuthoring

/// What changes for people who look at a season: the same matches before and after.
package struct SeasonDifference {
    /// One match, or one event's statistics.
    package struct Sample {
        package let name: String
        /// How it looks now; nil if no description draws it.
        package let before: RenderedBreakdown?
        package let after: RenderedBreakdown?

        /// Both tables in the form of expected tables, `-` before and `+` after; empty if they are alike.
        package var lines: [String] {
            LineDifference.lines(
                expected: text(before), found: text(after), linesMax: PublishLimits.planLinesMax)
        }

        private func text(_ rendered: RenderedBreakdown?) -> String {
            rendered.map(ExpectedFormatter().format) ?? ""
        }
    }

    /// The samples that will look different, by name.
    package let different: [Sample]
    package let comparedCount: Int

    /// Compares two contents of a season on all their samples.
    ///
    /// If both have a sample of the same name, both draw the new one, so that only the descriptions make a
    /// difference.
    package init(from before: SeasonView?, to after: SeasonView?) {
        let samples = (before?.samples ?? [:]).merging(after?.samples ?? [:]) { $1 }
        comparedCount = samples.count
        different = samples.sorted { $0.key < $1.key }.compactMap { name, bytes in
            let sample = Sample(
                name: name, before: before?.rendered(bytes), after: after?.rendered(bytes))
            return sample.before == sample.after ? nil : sample
        }
    }
}
