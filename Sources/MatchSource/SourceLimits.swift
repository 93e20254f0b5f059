import JSON

/// The limits on what comes from the network, and on how often we ask.
enum SourceLimits {
    /// Bytes of an API key; the service's have 64.
    static let keyBytesMax = 512
    /// Bytes of one answer, four times an event of 600 matches: prevents filling the memory.
    static let answerBytesMax = 24 << 20
    /// An answer as JSON: prevents a large tree from a small text.
    static let answer = JSONLimits(lengthBytesMax: answerBytesMax, valuesMax: 2_000_000)
    /// Bytes of an error's body that are kept; the API's errors have one sentence.
    static let errorBytesMax = 4 << 10
    /// Bytes of an entity tag; a longer one is not kept.
    static let entityTagBytesMax = 256

    /// Bytes of all stored answers; the oldest are removed first.
    static let cacheBytesMax = 64 << 20
    /// Seconds after which an unfinished file counts as left over from a program that was killed.
    static let unfinishedSecondsMax: Int64 = 3_600
    /// Bytes of the line before a stored answer.
    static let headBytesMax = 4 << 10

    /// Seconds that an answer counts as fresh if the server says nothing: the API's own time.
    static let freshSeconds: Int64 = 61
    /// The longest time that we believe a server; a longer one would hide corrections.
    static let freshSecondsMax: Int64 = 3_600
    /// Seconds that an event's name, zone and form of playoffs count as fresh, because they hardly ever change.
    static let eventFreshSeconds: Int64 = 3_600

    /// Requests in any second.
    static let requestsPerSecond = 10
    /// The most attempts for one answer.
    static let attemptsMax = 5
    /// Attempts if a stored answer can stand in: a person should not wait for what is already stored.
    static let attemptsWithStoredMax = 2
    /// The longest wait before the second attempt; it doubles with each further attempt.
    static let firstWait: Duration = .milliseconds(500)
    /// The longest wait before any attempt.
    static let waitMax: Duration = .seconds(8)
    /// The longest wait that a server may ask for; beyond it we give up.
    static let retryAfterSecondsMax = 30
    /// The time of all attempts and waits for one answer.
    static let timeMax: Duration = .seconds(60)
    static let attemptTimeMax: Duration = .seconds(30)
}
