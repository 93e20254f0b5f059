/// What the publisher accepts from its folders at most, in one place.
enum PublishLimits {
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
    static let diagnosticsShownMax = 100
    /// Code points of a source line shown beside a diagnostic.
    static let sourceLineShownMax = 160
    /// Lines of a table's difference shown.
    static let differenceLinesMax = 24
    /// Lines of one sample's difference shown in a plan: the longest table has 60.
    static let planLinesMax = 200
    /// Bytes of a plan as a comment: GitHub takes 65,536 characters, and its callers add a few.
    static let commentBytesMax = 60_000
    /// Lines of a text that is compared at all: the time for it grows with their square.
    static let comparedLinesMax = 2_000
    /// States of a repository that its pages tell of: bounds what each publish reads.
    static let pageStatesMax = 20
    /// Samples that a season's page shows: more than any season has, and not a thousand.
    static let pageSamplesMax = 12
    /// Differences between contents that a season's page shows.
    static let pageDifferencesMax = 8
    /// States of a repository that its history goes back at most: bounds a command's time and memory.
    static let historyStatesMax = 5_000
    /// Bytes of the configuration file.
    static let configurationBytesMax = 64 << 10
    /// Bytes of a key file, of which ours have up to 900, and of a passphrase file.
    static let keyBytesMax = 4 << 10
    /// Bytes of one page of an object store's listing, which holds a thousand files at most.
    static let objectListingBytesMax = 4 << 20
    /// Files listed in an object store: stops a listing without end.
    static let objectsMax = 1_000_000
    /// Characters of a new passphrase, at least: fewer are guessed whatever a guess costs.
    static let passphraseLengthMin = 8
    /// Bytes of a passphrase that is typed: stops a key held down.
    static let passphraseBytesMax = 1 << 10
}
