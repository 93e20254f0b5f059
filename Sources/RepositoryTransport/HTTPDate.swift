import TUF

/// A date in a header: `Sat, 21 Nov 2026 02:30:00 GMT`, or one of the two older forms (RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads a date; nil for any other text.
    ///
    /// All three forms have a month's name and a time, and the day comes before the year.
    package static func time(_ text: String) -> UTCTime? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.lowercased().split { " ,-".contains($0) }
        let numbers = words.filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard let clock = words.first(where: { $0.contains(":") }),
            let month = words.compactMap({ months.firstIndex(of: String($0)) }).first,
            numbers.count == 2, let year = fourDigits(numbers[1])
        else { return nil }
        return UTCTime("\(year)-\(twoDigits("\(month + 1)"))-\(twoDigits(numbers[0]))T\(clock)Z")
    }

    /// The year; two digits stand for the years 1970 to 2069.
    private static func fourDigits(_ year: Substring) -> String? {
        switch year.utf8.count {
        case 4: String(year)
        case 2: (year < "70" ? "20" : "19") + year
        default: nil
        }
    }

    private static func twoDigits(_ number: some StringProtocol) -> String {
        (number.utf8.count == 1 ? "0" : "") + number
    }
}
