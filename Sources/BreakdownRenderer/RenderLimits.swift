/// The limits of this module; each limit prevents one way to exhaust a program.
package enum RenderLimits {
    /// Bytes of a key or a team's name in a match: prevents endless headings.
    package static let keyBytesMax = 100
    /// Bytes of an event's name and of a source's address: prevents endless headings.
    static let eventTextBytesMax = 300
    /// Teams of one alliance: an alliance has three, rarely four.
    static let teamsMax = 8

    /// Tables of a description: prevents endless descriptions.
    static let tablesMax = 50
    /// Rows of a description with `each` written out: prevents a long table from a short file.
    static let rowsMax = 1_000
    /// Elements of one `each`.
    package static let eachMax = 50
    /// Notes of a description.
    static let notesMax = 100
    /// Named values of a description.
    static let definesMax = 50
    /// Cases of one row.
    static let casesMax = 50
    /// Words of one row.
    static let wordsMax = 200
    /// Keys of one `needs`, and parts of one dotted path.
    static let keysMax = 20
    /// Code points of a text for people; the CEL module limits expressions.
    static let textCodePointsMax = 1_000
    /// Mistakes that are reported together: the rest follow from the first, or wait for the next
    /// run.
    static let findingsMax = 200

    /// Code points of one finished cell, label or note: prevents a full memory.
    static let cellCodePointsMax = 1_000
    /// Problems listed for one match: further ones repeat the first.
    static let problemsMax = 100

    /// Bytes of one wide table, which is kept until the last match: prevents a full memory.
    ///
    /// Texts, names, and each column in each line count. A season with 20,000 matches has about 120 MB.
    static let wideBytesMax = 256 << 20
    /// Bytes of a cell of a wide table in addition to its text: an entry of a list, and a comma.
    static let wideCellBytes: Int64 = 17

    /// Steps of one rendering, with all conditions, cells, labels, notes and named values: prevents
    /// a small description from taking minutes for one match.
    ///
    /// A hundred times the heaviest of 3,500 real matches and events: 2023cmptx_sf12m1 takes 4,975
    /// steps, 2019's insights 2,404, every other season less than 1,900.
    static let fuelStepsMax = 500_000
    /// Bytes of text in all tables and notes of one rendering: prevents many rows with long texts
    /// from filling the memory.
    ///
    /// A hundred times the longest real table, 2019's insights with 2,163 bytes.
    static let textBytesMax = 220_000
    /// Steps of reading one description, with its expressions' characters and what `each` makes:
    /// prevents a small file from taking much time or memory before anything is drawn.
    ///
    /// More than a hundred times the longest, whose 7 kB take less than 10,000.
    static let readingStepsMax = 1_000_000
    /// Steps that a row costs in addition to its expressions.
    static let rowSteps = 4

    /// Levels of objects that the generic table flattens; deeper values are only counted.
    package static let genericDepthMax = 4
    /// Rows of the generic table: the largest season has 140 keys a side.
    static let genericRowsMax = 500
    /// Elements of a list that the generic table joins into one cell.
    static let genericElementsMax = 40
}
