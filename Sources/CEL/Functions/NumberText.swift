enum NumberText {
    /// The shortest digits that give the same number; without a fraction if it has none, with an
    /// exponent below 1e-4 and from 1e21 on.
    static func shortest(_ number: Double) -> String {
        guard number.isFinite else {
            return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "+Infinity"
        }
        let text = number.description
        var digits = Array(text.utf8)
        let sign = digits.first == UInt8(ascii: "-") ? "-" : ""
        if !sign.isEmpty { digits.removeFirst() }
        guard let exponentAt = digits.firstIndex(of: UInt8(ascii: "e")) else {
            let isWhole = text.hasEnd(".0")
            return isWhole ? sign + String(decoding: digits.dropLast(2), as: UTF8.self) : text
        }
        // Swift writes 1e+16 and 1e-05; between these limits we write all digits.
        let written = String(decoding: digits[(exponentAt + 1)...], as: UTF8.self)
        let exponent = Int64(written).map { Int($0) } ?? 0
        let mantissa = digits[..<exponentAt].filter { $0 != UInt8(ascii: ".") }
        let significant =
            mantissa.count == 2 && mantissa[1] == UInt8(ascii: "0")
            ? mantissa.dropLast() : mantissa[...]
        if exponent >= 0, exponent < 21 {
            let zeros = max(0, exponent + 1 - significant.count)
            return sign + String(decoding: significant, as: UTF8.self)
                + String(repeating: "0", count: zeros)
        }
        if exponent < 0, exponent >= -4 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1)
                + String(decoding: significant, as: UTF8.self)
        }
        let head = String(decoding: significant.prefix(1), as: UTF8.self)
        let tail = String(decoding: significant.dropFirst(), as: UTF8.self)
        let magnitude = exponent.magnitude
        return sign + head + (tail.isEmpty ? "" : "." + tail) + (exponent < 0 ? "e-" : "e+")
            + (magnitude < 10 ? "0" : "") + "\(magnitude)"
    }

    /// Reads a decimal number: an optional sign, digits with a point, an exponent; or a name for
    /// infinity or NaN.
    static func double(_ text: String) -> Double? {
        switch text {
        case "NaN": return .nan
        case "Infinity", "+Infinity", "Inf", "+Inf", "inf", "+inf": return .infinity
        case "-Infinity", "-Inf", "-inf": return -.infinity
        default: break
        }
        let digits =
            text.utf8.count <= CELLimits.numberBytesMax && text.utf8.contains(where: { $0.isDigit })
        let isPlain = text.utf8.allSatisfy {
            $0.isDigit || $0 | 0x20 == UInt8(ascii: "e") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
        guard digits, isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    static func integer<Number: FixedWidthInteger>(_ text: String, as: Number.Type) -> Number? {
        guard text.utf8.count <= CELLimits.numberBytesMax, text.utf8.contains(where: { $0.isDigit })
        else {
            return nil
        }
        return Number(text)
    }
}
