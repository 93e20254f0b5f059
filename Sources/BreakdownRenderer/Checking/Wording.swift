import CEL
import JSON

/// The sentences about fields and words that authors read.
struct Wording {
    var message: String
    var remedy: String?

    /// A field that begins with a name of expressions, as in `field: red.autoPoints`.
    static func rootBeforeField(_ keys: [String], of subject: Subject) -> Wording? {
        let sides = [subject.left.key, subject.right.key, "alliance", "stats"]
        guard keys.count > 1, let root = keys.first else { return nil }
        let names = subject.gateNames + subject.sideNames
        guard names.contains(root) else { return nil }
        let rest = keys.dropFirst().joined(separator: ".")
        return Wording(
            message: "expected a field of a side, found `\(root)` before it",
            remedy: sides.contains(root)
                ? "write `\(rest)`: a field is read from both sides"
                : "write `value: \(keys.joined(separator: "."))` instead of `field`")
    }

    /// A field that no example has, with the field or the key that was probably meant.
    static func absentField(
        _ place: FieldPlace, nearest: String?, related: FieldPlace?
    ) -> Wording {
        let name = name(place)
        // A key of TBA's has no such sign, but an expression has.
        if place.root.isEmpty, name.contains(where: { " +-*/%()?&|=<>".contains($0) }) {
            return Wording(
                message: "expected a field that a sample has, found `\(name)`",
                remedy: "an expression is written after `value`, not after `field`")
        }
        return Wording(
            message: "expected a field that a sample has, found `\(name)`",
            remedy: remedy(nearest, related)
                ?? "look for its name in samples/, or add a sample that has it")
    }

    /// A field that no example has, although the description asks for its presence.
    static func absentTest(_ place: FieldPlace, nearest: String?, related: FieldPlace?) -> Wording {
        Wording(message: "no sample has `\(name(place))`", remedy: remedy(nearest, related))
    }

    /// A key that an element of `each` lacks.
    static func absentKey(_ key: String, of item: CheckedItem?, nearest: String?) -> Wording {
        let counts = item?.counts ?? [:]
        guard counts[key] != nil else {
            let keys = counts.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
            return Wording(
                message: "expected a key of the elements of `each`, found `\(key)`",
                remedy: nearest.map { "did you mean `\($0)`?" }
                    ?? (keys.isEmpty ? "they have no keys" : "they have \(keys)"))
        }
        // A key that several elements have is meant so.
        let misspelt = item?.isAlone(nearest) == true ? nearest : nil
        return Wording(
            message: "expected the key `\(key)`, which other elements of `each` have, found none",
            remedy: misspelt.map { "did you mean `\(key)` where it has `\($0)`?" }
                ?? "add it, ask for it where it is read (has(item.\(key))), "
                + "or say in `default` what is shown")
    }

    private static func remedy(_ nearest: String?, _ related: FieldPlace?) -> String? {
        nearest.map { "did you mean `\($0)`?" }
            ?? related.map {
                "the nearest that the samples have is `\(name($0))`; "
                    + "for a field of other matches add one of them as a sample"
            }
    }

    /// A text that no example has there.
    static func unseenText(_ text: String, nearest: String?) -> Wording {
        let text = text.prefix(RenderLimits.keyBytesMax)
        guard let nearest else { return Wording(message: "no sample has \"\(text)\" there") }
        return Wording(
            message: "expected a text that a sample has there, found \"\(text)\"",
            remedy: "did you mean \"\(nearest)\"?")
    }

    /// A division of two integers.
    static let wholeDivision = Wording(
        message: "a division of integers loses the remainder: 3 / 4 is 0",
        remedy: "percent(part, whole, 1), or fixed(double(a) / double(b), 1)")

    /// The finding about a part of the text at a path, or about the whole value.
    func at(_ path: JSONPath, _ stretch: (offset: Int, length: Int)? = nil) -> DescriptionFinding {
        DescriptionFinding(
            path: path, offset: stretch?.offset, length: stretch?.length, message: message,
            remedy: remedy)
    }

    private static func name(_ place: FieldPlace) -> String {
        let keys = place.root.isEmpty ? place.keys : [place.root] + place.keys
        return keys.reduce("") { name, key in
            name.isEmpty ? key : key == "[]" ? name + key : "\(name).\(key)"
        }
    }
}
