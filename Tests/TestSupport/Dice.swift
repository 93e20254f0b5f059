/// Random numbers that a seed decides alone: the same seed gives the same history on every machine.
public struct Dice: RandomNumberGenerator {
    private var state: UInt64

    /// Starts a row of numbers.
    ///
    /// - Parameter seed: decides all of them.
    public init(seed: UInt64) { state = seed }

    /// The next number of the row (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `count`.
    public mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

    /// True once in so many throws.
    public mutating func once(in count: Int) -> Bool { below(count) == 0 }

    /// One of the values; nil where there is none.
    public mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }

    /// One of the values, each as often as its weight says.
    public mutating func pick<Value>(_ weighted: [(weight: Int, value: Value)]) -> Value? {
        var rest = below(weighted.reduce(0) { $0 + $1.weight })
        for (weight, value) in weighted {
            guard rest >= weight else { return value }
            rest -= weight
        }
        return weighted.last?.value
    }
}
