/// The limits of a text with matches, and of a document made from it.
package enum DocumentLimits {
    /// Bytes of one match: prevents an endless text from filling the memory.
    package static let matchBytesMax = 1 << 20
    /// Events whose facts are kept: prevents endless events from filling the memory.
    ///
    /// A season has about 300.
    static let eventsMax = 1_000
    /// Links in a page's table of contents: more than a season's matches cannot be read.
    static let contentsMax = 20_000
    /// Columns of a table: in fewer nothing fits, and more cannot be read.
    package static let widths = 20...1_000
}
