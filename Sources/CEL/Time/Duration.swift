extension Value {
    /// A span of time of either sign, up to 292 years.
    public struct Duration: Hashable, Sendable {
        /// The whole span in nanoseconds.
        public let nanoseconds: Int64

        /// Makes a span.
        public init(nanoseconds: Int64) {
            self.nanoseconds = nanoseconds
        }
    }
}

extension Value.Duration {
    /// Seconds with as many digits after the point as needed: `90s`, `-0.5s`.
    var text: String {
        let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (nanoseconds < 0 ? "-" : "") + "\(seconds)" + fraction(rest) + "s"
    }

    /// Reads numbers with units, the way `1h30m`, `-1.5s` and `100ms` are written; nil for other
    /// texts and for spans above 292 years.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        var isNegative = false
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            bytes.removeFirst()
        }
        if bytes.elementsEqual([UInt8(ascii: "0")]) {
            self.init(nanoseconds: 0)
            return
        }
        guard !bytes.isEmpty else { return nil }
        var sum: Int64 = 0
        while !bytes.isEmpty {
            guard let part = Self.part(&bytes) else { return nil }
            // Counted downwards, because there is one more negative number.
            let (next, overflow) = sum.subtractingReportingOverflow(part)
            guard !overflow else { return nil }
            sum = next
        }
        guard isNegative || sum != .min else { return nil }
        self.init(nanoseconds: isNegative ? sum : -sum)
    }

    /// One number with its unit, in nanoseconds.
    private static func part(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        let whole = digits(&bytes)
        var fraction: [UInt8] = []
        if bytes.first == UInt8(ascii: ".") {
            bytes.removeFirst()
            fraction = digits(&bytes)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let letters = bytes.prefix { !$0.isDigit && $0 != UInt8(ascii: ".") }
        bytes.removeFirst(letters.count)
        guard let unit = unit(Array(letters)) else { return nil }
        var number: Int64 = 0
        for digit in whole {
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let (next, overflowToo) = tenfold.addingReportingOverflow(Int64(digit))
            guard !overflow, !overflowToo else { return nil }
            number = next
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        guard !overflow else { return nil }
        // Digits below a nanosecond are dropped: 15 of them multiplied by an hour fit 64 bits too.
        var rest: Int64 = 0
        var scale = unit
        for digit in fraction {
            scale /= 10
            rest += Int64(digit) * scale
            if scale == 0 { break }
        }
        let (sum, overflowToo) = product.addingReportingOverflow(rest)
        return overflowToo ? nil : sum
    }

    private static func digits(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
        let digits = bytes.prefix { $0.isDigit }
        bytes.removeFirst(digits.count)
        return digits.map { $0 - UInt8(ascii: "0") }
    }

    private static func unit(_ letters: [UInt8]) -> Int64? {
        switch String(decoding: letters, as: UTF8.self) {
        case "ns": 1
        case "us", "\u{B5}s", "\u{3BC}s": 1_000
        case "ms": 1_000_000
        case "s": 1_000_000_000
        case "m": 60_000_000_000
        case "h": 3_600_000_000_000
        default: nil
        }
    }
}

/// Nanoseconds as the shortest fraction of a second: `.5`, or nothing for 0.
func fraction(_ nanoseconds: UInt64) -> String {
    guard nanoseconds > 0 else { return "" }
    var digits = Array("\(nanoseconds + 1_000_000_000)".utf8)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return "." + String(decoding: digits.dropFirst(), as: UTF8.self)
}
