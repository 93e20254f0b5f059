extension Value {
    /// A moment in the years 1 to 9999, to the nanosecond.
    public struct Timestamp: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00:00Z, rounded down.
        public let seconds: Int64
        /// Nanoseconds after ``seconds``, in `0..<1_000_000_000`.
        public let nanoseconds: Int32

        /// From 0001-01-01T00:00:00Z up to 9999-12-31T23:59:59Z.
        static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

        /// Makes a moment, or nil outside of the years 1 to 9999.
        ///
        /// - Parameters:
        ///   - seconds: seconds since 1970-01-01T00:00:00Z, rounded down.
        ///   - nanoseconds: nanoseconds after these, in `0..<1_000_000_000`.
        public init?(seconds: Int64, nanoseconds: Int32 = 0) {
            guard Self.secondsRange.contains(seconds), (0..<1_000_000_000).contains(nanoseconds)
            else { return nil }
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }

        /// The moment this much later, or nil outside of the years 1 to 9999.
        func advanced(byNanoseconds span: Int64) -> Timestamp? {
            // Both parts rounded down, so that the rest is never negative.
            let (whole, rest) = span.dividedDown(by: 1_000_000_000)
            let (carry, nanoseconds) = (rest + Int64(nanoseconds)).dividedDown(by: 1_000_000_000)
            return Timestamp(seconds: seconds + whole + carry, nanoseconds: Int32(nanoseconds))
        }

        /// The span from another moment to this, or nil if it is beyond 64 bits of nanoseconds.
        func nanoseconds(since other: Timestamp) -> Int64? {
            let (whole, overflow) = (seconds - other.seconds)
                .multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, overflowToo) = whole.addingReportingOverflow(
                Int64(nanoseconds) - Int64(other.nanoseconds))
            return overflow || overflowToo ? nil : sum
        }
    }
}

extension Int64 {
    /// Quotient rounded down and rest, which has the divisor's sign; the divisor is positive.
    package func dividedDown(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
