/// The limits on what is kept, and on how often we ask.
enum SourceLimits {
    /// Bytes of an API key; the service's have 64.
    static let keyBytesMax = 512
    /// Bytes of all stored answers; the oldest are removed first.
    static let cacheBytesMax = 64 << 20
    /// Seconds after which an unfinished file counts as left over from a program that was killed.
    static let unfinishedSecondsMax: Int64 = 3_600
    /// Bytes of the line before a stored answer.
    static let headBytesMax = 4 << 10
    /// Requests in any second.
    static let requestsPerSecond = 10
}
