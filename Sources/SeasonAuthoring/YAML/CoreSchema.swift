import JSON

/// The meaning of an unquoted YAML scalar: the core schema (YAML 1.2.2 §10.3), as far as JSON has it.
///
/// `true` and `false` are the only truth values, also spelled `True` and `TRUE`; `yes`, `no`, `on` and
/// `off` are texts, as are dates and times. A value that may mean two things is refused, not guessed.
enum CoreSchema {
    enum Meaning: Equatable {
        case value(JSON)
        /// JSON has no such value.
        case none(YAMLMistake.Problem)
    }

    static func meaning(ofPlain text: String) -> Meaning {
        switch text {
        case "", "~", "null", "Null", "NULL": return .value(.null)
        case "true", "True", "TRUE": return .value(.bool(true))
        case "false", "False", "FALSE": return .value(.bool(false))
        default: break
        }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, isDigit(first) || "+-.".utf8.contains(first) else {
            return .value(.string(text))
        }
        return number(text, bytes)
    }

    private static func number(_ text: String, _ bytes: [UInt8]) -> Meaning {
        let unsigned = "+-".utf8.contains(bytes[0]) ? bytes.dropFirst() : bytes[...]
        if unsigned.first == UInt8(ascii: "."), isName(unsigned.dropFirst(), of: ["inf", "nan"]) {
            return .none(.notFinite(text))
        }
        if unsigned.starts(with: "0x".utf8) || unsigned.starts(with: "0o".utf8) {
            let radix = unsigned.dropFirst().first == UInt8(ascii: "x") ? 16 : 8
            let digits = String(decoding: unsigned.dropFirst(2), as: UTF8.self)
            guard bytes.count == unsigned.count, let value = Int64(digits, radix: radix),
                digits.utf8.first.map({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") })
                    == true
            else { return .value(.string(text)) }
            return .value(.integer(value))
        }
        if !unsigned.isEmpty, unsigned.allSatisfy(isDigit) {
            guard unsigned.count == 1 || unsigned.first != UInt8(ascii: "0") else {
                return .none(.leadingZero(text))
            }
            guard let value = Int64(text) else {
                return .none(.beyond64Bits(text))
            }
            return .value(.integer(value))
        }
        guard isDecimal(unsigned), let value = Double(text), value.isFinite else {
            return .value(.string(text))
        }
        return .value(.double(value))
    }

    /// `[0-9]* (. [0-9]*)? ([eE] [-+]? [0-9]+)?` with a digit before the exponent.
    private static func isDecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
        let whole = bytes.prefix(while: isDigit)
        var rest = bytes.dropFirst(whole.count)
        var digits = whole.count
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            digits += fraction.count
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard digits > 0 else { return false }
        guard let exponent = rest.first else { return true }
        guard exponent | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst()
        if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    private static func isName(_ bytes: ArraySlice<UInt8>, of names: [String]) -> Bool {
        names.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
