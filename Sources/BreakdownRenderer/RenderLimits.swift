/// What this module accepts and produces at most; each bound stops one way of wearing it down.
enum RenderLimits {
    /// Bytes of a key or a team's name in a match: stops headings that never end.
    static let keyBytesMax = 100
    /// Teams of one alliance: an alliance has three, rarely four.
    static let teamsMax = 8

    /// Tables of a description: stops descriptions that never end.
    static let tablesMax = 50
    /// Rows of a description with `each` written out: stops a short file that becomes a long table.
    static let rowsMax = 1_000
    /// Elements of one `each`.
    static let eachMax = 50
    /// Notes of a description.
    static let notesMax = 100
    /// Named values of a description.
    static let definesMax = 50
    /// Cases of one row.
    static let casesMax = 50
    /// Words of one row.
    static let wordsMax = 200
    /// Keys of one `needs`, and steps of one dotted path.
    static let keysMax = 20
    /// Code points of a text that a person reads; expressions have the limits of their own module.
    static let textCodePointsMax = 1_000
    /// Mistakes reported at once: the rest follow from the first, or wait for the next run.
    static let findingsMax = 200

    /// Code points of one finished cell, label or note: stops an expression from filling the memory.
    static let cellCodePointsMax = 1_000
    /// Problems listed for one match: every further one repeats the first.
    static let problemsMax = 100

    /// Steps of one rendering, all conditions, cells, labels, notes and named values together: stops a
    /// small description from taking minutes for one match.
    ///
    /// A hundred times the heaviest of 3,500 real matches and events: 2023cmptx_sf12m1 takes 4,975
    /// steps, 2019's insights 2,404, every other season less than 1,900.
    static let fuelStepsMax = 500_000
    /// Bytes of text in all tables and notes of one rendering: stops rows times long texts from
    /// filling the memory.
    ///
    /// A hundred times the longest real table, 2019's insights with 2,163 bytes.
    static let textBytesMax = 220_000
    /// Steps of reading one description, its expressions' characters and what `each` makes included:
    /// stops a small file from taking long or much memory before anything is rendered.
    ///
    /// More than a hundred times the longest, whose 7 kB take less than 10,000.
    static let readingStepsMax = 1_000_000
    /// Steps that a row costs beside its expressions.
    static let rowSteps = 4

    /// Levels of objects that the generic table flattens; what lies deeper is counted, not shown.
    static let genericDepthMax = 4
    /// Rows of the generic table: the largest season has 140 keys a side.
    static let genericRowsMax = 500
    /// Elements of a list that the generic table joins into one cell.
    static let genericElementsMax = 40
}
