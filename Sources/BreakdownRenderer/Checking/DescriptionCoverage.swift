import CEL
import CodePoints
import JSON

/// What a description of matches shows of given examples.
package struct DescriptionCoverage: Sendable {
    /// Words that a row shows as they are, although the row has other words of that field.
    package let unhandledWords: Set<String>
    /// The fields of rows with the emphasis of a total, as dotted paths, in their order.
    package let totals: [String]
    private let use: FieldUse
    private let texts: [String]
    private let words: Set<String>

    /// Compares a description with examples.
    package init(_ json: JSON, against evidence: Evidence) {
        let record = DescriptionCheck.check(json, of: .match, against: evidence)
        use = record.use
        unhandledWords = Set(record.unhandled.flatMap { $0.words })
        let rows = Self.rows(of: json)
        totals = rows.compactMap { row in
            row["kind"]?.stringValue == RowKind.total.rawValue && row["each"] == nil
                ? row["field"]?.stringValue : nil
        }
        words = Set(rows.flatMap { ($0["words"]?.objectValue?.members ?? []).map { $0.key } })
        var texts: [String] = []
        Self.addTexts(of: json, to: &texts)
        self.texts = texts
    }

    /// Whether anything in the description reads a field of a side.
    package func reads(_ keys: [String]) -> Bool {
        use.contains(FieldPlace(Evidence.sideRoot.root, keys))
    }

    /// Whether anything in the description reads a field beside the sides.
    package func readsBesideSides(_ keys: [String]) -> Bool {
        use.contains(FieldPlace("breakdown", keys))
    }

    /// Whether the description names a word of the data: among a row's words, or in an expression.
    package func names(_ word: String) -> Bool {
        words.contains(word)
            || texts.contains { $0.hasPart("'\(word)'") || $0.hasPart("\"\(word)\"") }
    }

    /// Whether a key's last word says that the field counts points.
    package static func countsPoints(_ key: String) -> Bool {
        KeyWords(key).words.last == "points"
    }

    private static func rows(of json: JSON) -> [JSON] {
        (json["tables"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }
            .flatMap { $0["rows"]?.arrayValue ?? [$0] }
    }

    /// It recurses as deep as a description, which is limited.
    private static func addTexts(of json: JSON, to texts: inout [String]) {
        switch json {
        case .string(let text): texts.append(text)
        case .array(let elements): for element in elements { addTexts(of: element, to: &texts) }
        case .object(let object):
            for member in object.members { addTexts(of: member.value, to: &texts) }
        default: break
        }
    }
}
