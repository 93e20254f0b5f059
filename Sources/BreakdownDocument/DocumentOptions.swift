import BreakdownRenderer

/// How a document looks.
package struct DocumentOptions: Equatable, Sendable {
    /// The form of output.
    package var format = OutputFormat.text
    /// Columns of text.
    package var width = 80
    /// Whether text has only ASCII.
    package var textIsASCII = false
    /// Whether the other forms have only ASCII.
    package var ascii = false
    /// Whether escape sequences colour the text.
    package var colour = false
    /// Whether bold and faint type are the only colours.
    package var isQuiet = false
    /// The colours of a picture.
    package var pictureTheme = PictureTheme.auto
    /// Whether CSV has a column for each row, instead of a line.
    package var isWide = false
    /// Whether HTML is a whole page, not only the tables.
    package var isWholePage = true

    /// Makes the default options.
    package init() {}
}
