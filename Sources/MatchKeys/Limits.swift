import JSON

/// The limits on the API's answers, and on how often one of them is asked for.
package enum AnswerLimits {
    /// Bytes of one answer, four times an event of 600 matches: prevents filling the memory.
    package static let answerBytesMax = 24 << 20
    /// An answer as JSON: prevents a large tree from a small text.
    static let answer = JSONLimits(lengthBytesMax: answerBytesMax, valuesMax: 2_000_000)
    /// Bytes of an error's body that are kept; the API's errors have one sentence.
    static let errorBytesMax = 4 << 10
    /// Bytes of an entity tag; a longer one is not kept.
    static let entityTagBytesMax = 256

    /// Seconds that an answer counts as fresh if the server says nothing: the API's own time.
    static let freshSeconds: Int64 = 61
    /// The longest time that we believe a server; a longer one would hide corrections.
    package static let freshSecondsMax: Int64 = 3_600
    /// Seconds that an event's name, zone and form of playoffs count as fresh, because they hardly ever change.
    static let eventFreshSeconds: Int64 = 3_600

    /// The most attempts for one answer.
    static let attemptsMax = 5
    /// Attempts if a stored answer can stand in: a person should not wait for what is already stored.
    static let attemptsWithStoredMax = 2
    /// The longest wait before the second attempt; it doubles with each further attempt.
    static let firstWaitMilliseconds: Int64 = 500
    /// The longest wait before any attempt.
    static let waitMillisecondsMax: Int64 = 8_000
    /// The longest wait that a server may ask for; beyond it we give up.
    static let retryAfterSecondsMax = 30
    /// The time of all attempts and waits for one answer.
    package static let totalMillisecondsMax: Int64 = 60_000
    package static let attemptMillisecondsMax: Int64 = 30_000
}

/// The limits of texts that may be keys.
enum KeyLimits {
    /// Bytes of an event's key, three times the longest one: prevents long names of files.
    static let keyBytesMax = 32
    /// Digits of a set, and of a match within its set; a larger number is no match.
    static let setDigitsMax = 2
    /// Digits of a match within its set or the qualification.
    static let numberDigitsMax = 3
    /// Bytes of a pasted address; browsers' are shorter.
    static let addressBytesMax = 2_048
}
