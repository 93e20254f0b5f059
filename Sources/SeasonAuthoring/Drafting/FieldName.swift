import BreakdownRenderer
import Text

/// The path to a field, in the spellings of descriptions.
struct FieldName {
    /// The keys from the side's object down.
    let keys: [String]

    /// A dotted path, if every key may stand in one.
    var dotted: String? {
        keys.allSatisfy(Self.isPlainKey) ? keys.joined(separator: ".") : nil
    }

    /// An expression for the field.
    ///
    /// - Returns: `alliance.hub.points`, or `alliance["odd key"]` if needed.
    func expression(below variable: String) -> String {
        keys.reduce(variable) { $0 + Self.step($1) }
    }

    /// A condition: whether the field is there.
    ///
    /// - Returns: `has(red.hub)`, or `"odd key" in red` if needed.
    func presence(below variable: String) -> String {
        guard let last = keys.last else { return variable }
        let parent = FieldName(keys: Array(keys.dropLast())).expression(below: variable)
        return Self.isName(last)
            ? "has(\(parent)\(Self.step(last)))" : "\(Self.quoted(last)) in \(parent)"
    }

    /// The keys in the form for people, harmless in a comment.
    var shown: String { Charset(ascii: false).shown(keys.joined(separator: ".")).text }

    var title: String {
        Self.harmless(keys.map { KeyWords($0).title }.joined(separator: " "))
    }

    /// A text that may stand in a template: one line, with a length limit, its braces doubled.
    static func harmless(_ text: String) -> String {
        let line = bounded(Charset(ascii: false).shown(text).text)
        let short = line.unicodeScalars.count > 100 ? String(line.prefix(99)) + "…" : line
        return short.replacing("{", with: "{{").replacing("}", with: "}}")
    }

    /// A text in quotes of the expression language.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        PlainText.forEach(text) { scalar, isHarmless in
            switch scalar {
            case "'", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case _ where !isHarmless:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    private static func step(_ key: String) -> String {
        isName(key) ? ".\(key)" : "[\(quoted(key))]"
    }

    /// Whether a key may stand after a dot in an expression.
    private static func isName(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, isNameScalar(first), !isDigit(first) else {
            return false
        }
        return key.unicodeScalars.allSatisfy(isNameScalar)
            && !["in", "true", "false", "null"].contains(key)
    }

    /// Whether a key may stand in a dotted path as it is.
    private static func isPlainKey(_ key: String) -> Bool {
        !key.isEmpty
            && key.unicodeScalars.allSatisfy { isNameScalar($0) || $0 == "-" || $0 == " " }
            && !key.hasPrefix(" ") && !key.hasSuffix(" ")
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
            || isDigit(scalar)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
