/// What the parser accepts: limits, each of which prevents one way to exhaust a reader, and one form.
public struct JSONLimits: Sendable {
    /// Bytes of the whole text: prevents a full memory.
    public var lengthBytesMax: Int
    /// Lists and objects inside each other: prevents a stack overflow; more than 128 counts as 128.
    public var depthMax: Int
    /// Values in all, including members and elements: prevents large trees from small texts.
    public var valuesMax: Int
    /// Whether a whole decimal is an integer: `98.0` and `9.8e1` are read as `98`.
    ///
    /// Some writers know only decimals, so data about matches is read so. Where one form alone is
    /// right, as in signed metadata, a decimal stays a decimal.
    public var wholeDecimalsAreIntegers = false

    /// Sets the limits.
    public init(lengthBytesMax: Int, depthMax: Int = 64, valuesMax: Int = 1_000_000) {
        self.lengthBytesMax = lengthBytesMax
        self.depthMax = depthMax
        self.valuesMax = valuesMax
    }

    /// For a file of any kind: 64 MiB, far above an event's matches (600 kB).
    public static let file = JSONLimits(lengthBytesMax: 64 << 20, valuesMax: 10_000_000)
    /// For a file of matches: as ``file``; whole decimals are integers.
    public static let matches = file.readingWholeDecimals
    /// For one match: 1 MiB, two hundred times the largest seen (4.3 kB); whole decimals are integers.
    public static let match =
        JSONLimits(lengthBytesMax: 1 << 20, valuesMax: 100_000).readingWholeDecimals
    /// For one value of an input, which may be a list of an event's matches: 24 MiB; an event of 600 matches has 5 MB
    /// and 150,000 values.
    public static let input =
        JSONLimits(lengthBytesMax: 24 << 20, valuesMax: 2_000_000).readingWholeDecimals
    /// For one compiled description: 4 MiB, six hundred times the largest (7 kB); an author's file has at most 256 KiB.
    public static let description = JSONLimits(lengthBytesMax: 4 << 20, valuesMax: 100_000)

    /// The same limits; whole decimals are integers.
    public var readingWholeDecimals: JSONLimits {
        var limits = self
        limits.wholeDecimalsAreIntegers = true
        return limits
    }
}

/// Levels of nesting whose frames fit a stack of 512 KiB: 3.3 kB each in a debug build, 0.9 kB in a release build.
let depthCeiling = 128

/// Digits of one number: a longer one has no use, and the time to convert it grows with the square.
let numberBytesMax = 1_000
