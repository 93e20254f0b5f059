extension Value.Timestamp {
    /// The moment in UTC as RFC 3339 writes it, with as many digits after the seconds as needed.
    var text: String {
        let time = CivilTime(seconds: seconds)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
            + "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
            + fraction(UInt64(nanoseconds)) + "Z"
    }

    /// Reads `2023-02-03T23:31:20.5Z` or with an offset such as `+02:00` (RFC 3339 §5.6); nil for
    /// other texts, dates that do not exist, and years outside of 1 to 9999.
    package init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8)[...])
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
            reader.take("-"), let day = reader.digits(2), reader.take("T"),
            let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2),
            reader.take(":"), let second = reader.digits(2),
            let nanoseconds = reader.nanoseconds(), let offset = reader.offset(),
            reader.bytes.isEmpty
        else { return nil }
        guard (1...12).contains(month), day >= 1,
            day <= CivilTime.length(ofMonth: month, year: year), hour < 24, minute < 60, second < 60
        else { return nil }
        var time = CivilTime(seconds: 0)
        (time.year, time.month, time.day) = (year, month, day)
        (time.hour, time.minute, time.second) = (hour, minute, second)
        self.init(seconds: time.seconds - offset, nanoseconds: nanoseconds)
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func take(_ expected: Unicode.Scalar) -> Bool {
            guard bytes.first == UInt8(ascii: expected) else { return false }
            bytes.removeFirst()
            return true
        }

        mutating func digits(_ count: Int) -> Int64? {
            let digits = bytes.prefix(count)
            guard digits.count == count, digits.allSatisfy({ $0.isDigit }) else { return nil }
            bytes.removeFirst(count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }

        /// The fraction of a second, if there is one; digits below a nanosecond are dropped.
        mutating func nanoseconds() -> Int32? {
            guard take(".") else { return 0 }
            let digits = bytes.prefix { $0.isDigit }
            guard !digits.isEmpty else { return nil }
            bytes.removeFirst(digits.count)
            let padded = digits.prefix(9) + Array(repeating: UInt8(ascii: "0"), count: 9)
            return padded.prefix(9).reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        }

        /// Seconds that the clock is ahead of UTC.
        mutating func offset() -> Int64? {
            if take("Z") { return 0 }
            let isNegative = bytes.first == UInt8(ascii: "-")
            guard isNegative || bytes.first == UInt8(ascii: "+") else { return nil }
            bytes.removeFirst()
            guard let hours = digits(2), take(":"), let minutes = digits(2), hours < 24,
                minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * (isNegative ? -60 : 60)
        }
    }
}
