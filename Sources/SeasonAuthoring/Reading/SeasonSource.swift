import BundleFormat

/// One season's files as their authors keep them, read and not yet understood.
package struct SeasonSource: Sendable {
    package let year: BundleYear
    /// `match.yaml`.
    package let description: SourceFile
    /// `insights.yaml`; nil where the season has none.
    package let insights: SourceFile?
    /// The matches and statistics under `samples/`, by name.
    package let samples: [SampleSource]
    /// Files of other seasons that its descriptions are aliases of.
    package var borrowed: [BorrowedDescription] = []

    /// The name of ``description`` in a season's folder.
    static let descriptionName = "match.yaml"
    /// The name of ``insights`` in a season's folder.
    static let insightsName = "insights.yaml"
}

/// A real match, or an event's statistics, and the table it is expected to give.
package struct SampleSource: Sendable {
    /// The name without `.json`.
    package let name: String
    /// The match or the statistics.
    package let match: SourceFile
    /// Where its table is, or will be.
    let expectedPath: String
    /// The table; nil where none was written yet.
    package let expected: SourceFile?
}

/// A file and its bytes.
package struct SourceFile: Equatable, Sendable {
    /// The path as the author would name it.
    package let path: String
    package let bytes: [UInt8]
}
