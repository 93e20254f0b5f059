import BundleFormat

/// One season's files as their authors keep them, read and not yet understood.
struct SeasonSource: Sendable {
    let year: BundleYear
    /// `match.yaml`.
    let description: SourceFile
    /// `insights.yaml`; nil where the season has none.
    let insights: SourceFile?
    /// The matches and statistics under `samples/`, by name.
    let samples: [SampleSource]
    /// Files of other seasons that its descriptions are aliases of.
    var borrowed: [BorrowedDescription] = []

    /// The name of ``description`` in a season's folder.
    static let descriptionName = "match.yaml"
    /// The name of ``insights`` in a season's folder.
    static let insightsName = "insights.yaml"
}

/// A real match, or an event's statistics, and the table it is expected to give.
struct SampleSource: Sendable {
    /// The name without `.json`.
    let name: String
    /// The match or the statistics.
    let match: SourceFile
    /// Where its table is, or will be.
    let expectedPath: String
    /// The table; nil where none was written yet.
    let expected: SourceFile?
}

/// A file and its bytes.
struct SourceFile: Equatable, Sendable {
    /// The path as the author would name it.
    let path: String
    let bytes: [UInt8]
}
