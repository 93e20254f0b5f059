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
