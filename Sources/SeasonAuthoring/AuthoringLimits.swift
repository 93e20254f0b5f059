/// The limits of an author's files, and of what is shown of them.
package enum AuthoringLimits {
    /// Bytes of one description; the largest has 12 kB, and a larger file is a wrong one.
    static let descriptionBytesMax = 256 << 10
    /// A sample gets a warning if its table costs this percentage of the limit; the heaviest real match takes 1.
    static let renderCostPercentWarned = 20
    /// Bytes of one expected table.
    static let expectedBytesMax = 256 << 10
    /// Entries of one folder: a folder with more is no season.
    static let folderEntriesMax = 1_000
    /// A description or a configuration as YAML.
    static let yaml = YAMLLimits(depthMax: 32, nodesMax: 50_000)
    /// Diagnostics shown of one run: one wrong file must not hide the others.
    package static let diagnosticsShownMax = 100
    /// Code points of a source line shown with a diagnostic.
    static let sourceLineShownMax = 160
    /// Lines of a table's difference shown; for a larger one the new table is shown.
    static let differenceLinesMax = 24
    /// Lines of a new table shown; the longest has 60.
    static let tableLinesMax = 200
    /// Lines of a text that is compared: the time grows with their square.
    static let comparedLinesMax = 2_000
}

/// The limits of a YAML text from outside.
package struct YAMLLimits: Sendable {
    /// Levels of lists and mappings: limits the recursion over them.
    package let depthMax: Int
    /// Keys and values: prevents large trees from small texts.
    let nodesMax: Int

    package init(depthMax: Int, nodesMax: Int) {
        self.depthMax = depthMax
        self.nodesMax = nodesMax
    }
}
