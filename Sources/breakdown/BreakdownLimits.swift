import JSON

/// What one run takes in at most.
enum BreakdownLimits {
    /// Bytes read at a time: one system call brings about twenty matches.
    static let chunkBytes = 64 << 10
    /// Bytes of one match: stops a text without an end from filling the memory.
    static let matchBytesMax = 1 << 20
    /// Bytes of one file of a bundle: stops a wrong folder from filling the memory.
    static let bundleFileBytesMax = 4 << 20
    /// A description: five hundred times the values of our largest.
    ///
    /// Stops a small zip from becoming a large tree: 100,000 values take up to 30 MB.
    static let description = JSONLimits(
        lengthBytesMax: bundleFileBytesMax, valuesMax: 100_000)
    /// Problems told one by one: a file that holds no matches at all says so in a few lines.
    static let problemsToldMax = 20
    /// Columns a table may be asked to take; narrower nothing fits, wider nobody reads.
    static let widths = 20...1_000
}
