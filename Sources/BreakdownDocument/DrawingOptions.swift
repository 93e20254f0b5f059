/// What is drawn of an input, and how.
package struct DrawingOptions: Equatable, Sendable {
    /// How the document looks.
    package var document = DocumentOptions()
    /// The season for all input, if given.
    package var year: Int?
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    package var showsAll = false
    /// The keys of the only matches to show; empty for all.
    package var keys: [String] = []
    /// The two matches, or alliances of matches, to put side by side; empty for none.
    package var compared: [ComparedAlliance] = []

    /// Makes the default options.
    package init() {}
}
