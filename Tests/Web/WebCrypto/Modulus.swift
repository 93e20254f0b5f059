/// Arithmetic modulo an odd number by Montgomery's method; numbers are words of 32 bits, the lowest first.
///
/// For tests alone: it verifies what the public conformance suite signs, and nothing that is shipped uses it. It is
/// slow, and its time depends on the numbers.
struct Modulus {
    typealias Number = [UInt32]

    let words: Number
    private let inverse: UInt32
    private let square: Number

    /// Takes an odd modulus with its highest word set.
    init(_ words: Number) {
        self.words = words
        var inverse: UInt32 = 1
        for _ in 0..<5 { inverse = inverse &* (2 &- words[0] &* inverse) }
        self.inverse = 0 &- inverse
        var square = Number(repeating: 0, count: words.count)
        square[0] = 1
        for _ in 0..<(64 * words.count) { square = Self.sum(square, square, words) }
        self.square = square
    }

    var zero: Number { Number(repeating: 0, count: words.count) }

    func isBelow(_ number: Number) -> Bool { Self.isLess(number, words) }

    /// Into Montgomery's form, and out of it.
    func entered(_ number: Number) -> Number { product(number, square) }
    func left(_ number: Number) -> Number {
        var one = zero
        one[0] = 1
        return product(number, one)
    }

    func sum(_ a: Number, _ b: Number) -> Number { Self.sum(a, b, words) }

    func difference(_ a: Number, _ b: Number) -> Number {
        let (result, borrow) = Self.subtracted(a, b)
        return borrow ? Self.added(result, words).0 : result
    }

    /// The product of two numbers in Montgomery's form.
    func product(_ a: Number, _ b: Number) -> Number {
        let count = words.count
        var total = Number(repeating: 0, count: count + 2)
        for word in a {
            var carry: UInt64 = 0
            for at in 0..<count {
                let step = UInt64(total[at]) + UInt64(word) * UInt64(b[at]) + carry
                total[at] = UInt32(truncatingIfNeeded: step)
                carry = step >> 32
            }
            var step = UInt64(total[count]) + carry
            total[count] = UInt32(truncatingIfNeeded: step)
            total[count + 1] = UInt32(truncatingIfNeeded: step >> 32)
            let factor = total[0] &* inverse
            carry = (UInt64(total[0]) + UInt64(factor) * UInt64(words[0])) >> 32
            for at in 1..<count {
                let step = UInt64(total[at]) + UInt64(factor) * UInt64(words[at]) + carry
                total[at - 1] = UInt32(truncatingIfNeeded: step)
                carry = step >> 32
            }
            step = UInt64(total[count]) + carry
            total[count - 1] = UInt32(truncatingIfNeeded: step)
            total[count] = total[count + 1] &+ UInt32(truncatingIfNeeded: step >> 32)
        }
        let result = Array(total[..<count])
        let isLarge = total[count] != 0 || !Self.isLess(result, words)
        return isLarge ? Self.subtracted(result, words).0 : result
    }

    /// A power in Montgomery's form.
    func power(_ base: Number, _ exponent: Number) -> Number {
        var one = zero
        one[0] = 1
        var result = entered(one)
        for word in exponent.reversed() {
            for bit in stride(from: 31, through: 0, by: -1) {
                result = product(result, result)
                if word >> UInt32(bit) & 1 == 1 { result = product(result, base) }
            }
        }
        return result
    }

    /// One divided by a number, for a prime modulus.
    func reciprocal(_ number: Number) -> Number {
        var two = zero
        two[0] = 2
        return power(number, Self.subtracted(words, two).0)
    }

    /// Reads bytes, the highest first, into a number of words; nil if it does not fit.
    static func number(_ bytes: [UInt8], words: Int) -> Number? {
        let bytes = Array(bytes.drop { $0 == 0 })
        guard bytes.count <= words * 4 else { return nil }
        var number = Number(repeating: 0, count: words)
        for (at, byte) in bytes.reversed().enumerated() {
            number[at / 4] |= UInt32(byte) << UInt32(at % 4 * 8)
        }
        return number
    }

    static func bytes(_ number: Number) -> [UInt8] {
        number.reversed().flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    static func isLess(_ a: Number, _ b: Number) -> Bool { subtracted(a, b).1 }

    private static func sum(_ a: Number, _ b: Number, _ modulus: Number) -> Number {
        let (result, carry) = added(a, b)
        return carry || !isLess(result, modulus) ? subtracted(result, modulus).0 : result
    }

    private static func added(_ a: Number, _ b: Number) -> (Number, Bool) {
        var (result, carry) = (a, UInt64(0))
        for at in a.indices {
            let step = UInt64(a[at]) + UInt64(b[at]) + carry
            result[at] = UInt32(truncatingIfNeeded: step)
            carry = step >> 32
        }
        return (result, carry == 1)
    }

    private static func subtracted(_ a: Number, _ b: Number) -> (Number, Bool) {
        var (result, borrow) = (a, Int64(0))
        for at in a.indices {
            let step = Int64(a[at]) - Int64(b[at]) - borrow
            result[at] = UInt32(truncatingIfNeeded: step)
            borrow = step < 0 ? 1 : 0
        }
        return (result, borrow == 1)
    }
}
