/// The limits of one run.
enum BreakdownLimits {
    /// Bytes in one read: one system call gets about twenty matches.
    static let chunkBytes = 64 << 10
    /// Seconds in which another program may draw a picture: prevents a match with many rare
    /// characters from keeping it busy for minutes.
    ///
    /// A picture of 20 matches takes less than a second.
    static let drawingSecondsMax = 10
    /// Pixels of a picture's height before it is drawn at twice its size: `rsvg-convert` draws at
    /// most 32,767.
    static let pictureHeightMax = 16_383
    /// Problems that are printed one by one: in a file without matches each line is a problem.
    static let problemsToldMax = 20
    /// Milliseconds that a problem waits for more of its kind, if no input comes: too few to notice.
    static let repeatMilliseconds: Int32 = 100
}
