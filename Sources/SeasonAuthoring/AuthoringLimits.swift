/// What the authors' library accepts from their folders and shows at most, in one place.
package enum AuthoringLimits {
    /// Bytes of one description; the largest season has 12 kB: stops a wrong file filling the memory.
    static let descriptionBytesMax = 256 << 10
    /// Share of what one table may cost, in per cent, from which on a sample is worth a warning: the
    /// heaviest real match takes 1.
    static let renderCostPercentWarned = 20
    /// Bytes of one sample match; the largest seen has 4.3 kB: stops a season's dump given as a sample.
    static let sampleBytesMax = 1 << 20
    /// Bytes of one expected table.
    static let expectedBytesMax = 256 << 10
    /// Entries of one folder: stops a folder of something else being read as a season.
    static let folderEntriesMax = 1_000
    /// Levels of lists and mappings in a description: bounds the recursion over them.
    static let yamlDepthMax = 32
    /// Keys and values of one description: stops small texts that become large trees.
    static let yamlNodesMax = 50_000
    /// Diagnostics shown of one run: a wrong file must not scroll the useful ones away.
    package static let diagnosticsShownMax = 100
    /// Code points of a source line shown beside a diagnostic.
    static let sourceLineShownMax = 160
    /// Lines of a table's difference shown.
    static let differenceLinesMax = 24
    /// Lines of a text that is compared at all: the time for it grows with their square.
    static let comparedLinesMax = 2_000
}
