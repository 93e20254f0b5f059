import Text
import Time

/// The statuses after which the same request may succeed a moment later.
///
/// The Blue Alliance's API and object stores are asked again at once. A repository's files are not: another mirror or the next
/// poll asks for them, whatever failed.
package enum TemporaryStatus {
    /// Of each server, and of a proxy before it: too slow (408), too early (425), too many requests (429), its own trouble (5xx).
    package static let all = [408, 425, 429, 500, 502, 503, 504]
    /// Of an object store also 409, which AWS answers if two requests with a condition come at once.
    package static let ofObjectStores = all + [409]

    /// How long a server asks to wait, in seconds from 0; nil if it does not say (RFC 9110 §10.2.3).
    ///
    /// A date counts from the answer's own `Date`. This machine's clock may be wrong by hours, and so would the
    /// pause be. A date in an answer without `Date` says nothing.
    ///
    /// - Parameters:
    ///   - retryAfter: the value of `Retry-After`; nil or empty if there is none.
    package static func seconds(retryAfter: String?, date: String?) -> Int? {
        guard let retryAfter else { return nil }
        if HTTPDate.isNumber(retryAfter) { return Int(retryAfter) ?? .max }
        guard let end = HTTPDate.time(retryAfter), let sent = date.flatMap(HTTPDate.time) else {
            return nil
        }
        return Int(clamping: max(0, end.unixSeconds - sent.unixSeconds))
    }
}

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
        var (clock, month, numbers): (String?, Int?, [String]) = (nil, nil, [])
        for word in words(text, between: " ,-") {
            if isNumber(word) {
                numbers.append(word)
            } else if word.utf8.contains(UInt8(ascii: ":")) {
                clock = clock ?? word
            } else {
                month = month ?? months.firstIndex(of: word)
            }
        }
        guard let clock, let month, numbers.count == 2, let year = fourDigits(numbers[1])
        else { return nil }
        return UTCTime("\(year)-\(twoDigits("\(month + 1)"))-\(twoDigits(numbers[0]))T\(clock)Z")
    }

    /// The year; two digits stand for the years 1970 to 2069.
    private static func fourDigits(_ year: String) -> String? {
        switch year.utf8.count {
        case 4: year
        case 2: (year < "70" ? "20" : "19") + year
        default: nil
        }
    }

    private static func twoDigits(_ number: String) -> String {
        (number.utf8.count == 1 ? "0" : "") + number
    }

    /// Whether a text is digits alone.
    package static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The words of a header's value, in lower case.
    package static func words(_ text: String, between separators: String = " \t,;") -> [String] {
        text.utf8.split { separators.utf8.contains($0) }
            .map { String(decoding: $0.map(smallLetter), as: UTF8.self) }
    }
}
