import BundleFormat

/// A season that was read: all files that its check needs, with its aliases resolved.
package struct SeasonSource: Sendable {
    package let year: BundleYear
    /// `match.yaml`.
    package let description: DescriptionSource
    /// `insights.yaml`; nil if the season has none.
    package let insights: DescriptionSource?
    /// The matches and statistics under `samples/`, by name.
    package let samples: [SampleSource]

    static let descriptionName = "match.yaml"
    static let insightsName = "insights.yaml"

    package var descriptions: [DescriptionSource] { [description] + (insights.map { [$0] } ?? []) }
}

/// A real match, or an event's statistics, and the table it is expected to give.
package struct SampleSource: Sendable {
    /// The name without `.json`.
    package let name: String
    package let match: SourceFile
    /// Where its table is, or will be.
    let expectedPath: String
    /// The table; nil if none was written yet.
    package let expected: SourceFile?
}
