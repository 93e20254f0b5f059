import JSON

/// The limits of one run.
enum BreakdownLimits {
    /// Bytes in one read: one system call gets about twenty matches.
    static let chunkBytes = 64 << 10
    /// Bytes of one match: prevents an endless text from filling the memory.
    static let matchBytesMax = 1 << 20
    /// Bytes of one file of a bundle: prevents a wrong folder from filling the memory.
    static let bundleFileBytesMax = 4 << 20
    /// A description: five hundred times the values of our largest one.
    ///
    /// Prevents a large tree from a small zip: 100,000 values take up to 30 MB.
    static let description = JSONLimits(
        lengthBytesMax: bundleFileBytesMax, valuesMax: 100_000)
    /// Problems that are printed one by one: a file without matches says so in a few lines.
    static let problemsToldMax = 20
    /// Events whose facts are kept: prevents endless events from filling the memory.
    ///
    /// A season has about 300.
    static let eventsMax = 1_000
    /// Links in a page's table of contents: more than a season's matches cannot be read.
    static let contentsMax = 20_000
    /// A fetched answer: an event of 600 matches has 5 MB and 150,000 values.
    static let fetched = JSONLimits(lengthBytesMax: 24 << 20, valuesMax: 2_000_000)
    /// Columns of a table: in fewer nothing fits, and more cannot be read.
    static let widths = 20...1_000
}
