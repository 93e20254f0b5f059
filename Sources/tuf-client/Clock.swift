import Glibc
import TUF

/// The current time for this run.
enum Clock {
    /// The time in the variable `TUF_NOW`, or the system's time.
    ///
    /// - Throws: ``ClientError`` if the variable is not a time.
    static func now() throws(ClientError) -> UTCTime {
        guard let value = getenv("TUF_NOW").map({ String(cString: $0) }), !value.isEmpty else {
            return UTCTime(unixSeconds: Int64(time(nil)))
        }
        guard let moment = parse(value) else {
            throw ClientError(
                "TUF_NOW: expected a time such as 2026-11-21T02:30:00Z, found \(value)")
        }
        return moment
    }

    /// A date and time of RFC 3339 §5.6 without fractions of a second; nil for other texts.
    private static func parse(_ text: String) -> UTCTime? {
        let characters = Array(text.utf8)
        guard characters.count >= 20, "Tt ".utf8.contains(characters[10]) else { return nil }
        let date = String(decoding: characters[..<10], as: UTF8.self)
        let clock = String(decoding: characters[11..<19], as: UTF8.self)
        var rest = characters[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { isDigit($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
        }
        guard let local = UTCTime("\(date)T\(clock)Z"), let offset = offsetSeconds(rest) else {
            return nil
        }
        return local.advanced(bySeconds: -offset)
    }

    /// `Z`, or `+02:00`.
    private static func offsetSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(text)
        if bytes == Array("Z".utf8) || bytes == Array("z".utf8) { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            [bytes[1], bytes[2], bytes[4], bytes[5]].allSatisfy(isDigit)
        else { return nil }
        let digits = bytes.map { Int64($0) - 0x30 }
        let (hours, minutes) = (digits[1] * 10 + digits[2], digits[4] * 10 + digits[5])
        guard hours < 24, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        switch bytes[0] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
