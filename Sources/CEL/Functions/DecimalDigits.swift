/// All decimal digits of a double; there are at most 1,075.
struct DecimalDigits {
    /// The digits from 0 to 9; the first is not 0, except for the number 0.
    private(set) var digits: [UInt8]
    /// How many of the digits are before the point; it may be negative or greater than their
    /// number.
    private(set) var pointAt: Int

    /// Computes the exact digits of a finite number, without its sign.
    init(_ number: Double) {
        guard number != 0 else {
            digits = [0]
            pointAt = 1
            return
        }
        // The number is significand × 2^exponent; for a negative exponent that is
        // significand × 5^-exponent with the point moved by as many places.
        let isNormal = number.exponentBitPattern != 0
        let significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
        var exponent = Int(isNormal ? number.exponentBitPattern : 1) - 1_075
        let trailing = significand.trailingZeroBitCount
        exponent += trailing
        var whole = Whole(significand >> UInt64(trailing))
        if exponent >= 0 {
            whole.multiply(by: 2, times: exponent, atOnce: 29)
        } else {
            whole.multiply(by: 5, times: -exponent, atOnce: 12)
        }
        digits = whole.digits
        pointAt = digits.count - max(0, -exponent)
    }

    /// The digits up to `places` after the point, rounded half to even.
    mutating func round(places: Int) {
        let kept = pointAt + places
        guard kept < digits.count else { return }
        guard kept >= 0 else {
            digits = [0]
            pointAt = 1
            return
        }
        let isUp =
            digits[kept] > 5
            || digits[kept] == 5
                && (digits[(kept + 1)...].contains { $0 != 0 }
                    || kept > 0 && digits[kept - 1] % 2 == 1)
        digits.removeLast(digits.count - kept)
        if isUp { increment() }
        if digits.isEmpty {
            digits = [0]
            pointAt = 1
        }
    }

    private mutating func increment() {
        var place = digits.count - 1
        while place >= 0 {
            if digits[place] < 9 {
                digits[place] += 1
                return
            }
            digits[place] = 0
            place -= 1
        }
        digits.insert(1, at: 0)
        pointAt += 1
    }

    /// The digit at a place after the point, counted from 0; negative places are before the point.
    func digit(behindPoint place: Int) -> UInt8 {
        let index = pointAt + place
        return UInt8(ascii: "0") + (digits.indices.contains(index) ? digits[index] : 0)
    }

    /// A large whole number in limbs of nine decimal digits, the smallest first.
    private struct Whole {
        private var limbs: [UInt64]
        private static let base: UInt64 = 1_000_000_000

        init(_ number: UInt64) {
            limbs = [number % Self.base, number / Self.base % Self.base]
            if number / Self.base / Self.base > 0 { limbs.append(number / Self.base / Self.base) }
        }

        /// Multiplies by a factor many times, several factors in one pass.
        mutating func multiply(by factor: UInt64, times: Int, atOnce: Int) {
            var left = times
            while left > 0 {
                let count = min(left, atOnce)
                let product = (0..<count).reduce(UInt64(1)) { power, _ in power * factor }
                var carry: UInt64 = 0
                for index in limbs.indices {
                    // Below 10^9 × 2^29 + 2^29, far from 64 bits.
                    let value = limbs[index] * product + carry
                    limbs[index] = value % Self.base
                    carry = value / Self.base
                }
                if carry > 0 { limbs.append(carry) }
                left -= count
            }
        }

        /// The decimal digits without leading zeros.
        var digits: [UInt8] {
            var digits: [UInt8] = []
            for limb in limbs {
                var rest = limb
                for _ in 0..<9 {
                    digits.append(UInt8(rest % 10))
                    rest /= 10
                }
            }
            while digits.count > 1, digits.last == 0 { digits.removeLast() }
            return digits.reversed()
        }
    }
}

extension NumberText {
    /// A number with this many digits after the point, rounded half to even on its exact value.
    static func fixed(_ number: Double, places: Int) -> String {
        guard number.isFinite else { return named(number) }
        var digits = DecimalDigits(number.magnitude)
        digits.round(places: places)
        var bytes: [UInt8] = number.sign == .minus ? [UInt8(ascii: "-")] : []
        for place in min(-digits.pointAt, -1)..<places {
            if place == 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(digits.digit(behindPoint: place))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number as `1.234000e+03`, with this many digits after the point.
    static func scientific(_ number: Double, places: Int) -> String {
        guard number.isFinite else { return named(number) }
        var digits = DecimalDigits(number.magnitude)
        digits.round(places: places + 1 - digits.pointAt)
        let first = -digits.pointAt
        var bytes: [UInt8] = number.sign == .minus ? [UInt8(ascii: "-")] : []
        for place in 0...places {
            if place == 1 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(digits.digit(behindPoint: first + place))
        }
        let exponent = digits.pointAt - 1
        let magnitude = exponent.magnitude
        return String(decoding: bytes, as: UTF8.self) + (exponent < 0 ? "e-" : "e+")
            + (magnitude < 10 ? "0" : "") + "\(magnitude)"
    }

    /// The names of NaN and the infinities.
    static func named(_ number: Double) -> String {
        number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }
}
