import CEL
import JSON
import Text

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

/// What a description does not show; its author may want that.
package struct DescriptionReview: Equatable, Sendable {
    /// Fields of the examples that nothing in it reads, as dotted paths, sorted.
    package let unreadFields: [String]
    /// Words of the data that a row's `words` lack although they have others of that field.
    package let unhandledWords: [DescriptionFinding]
}

extension Description {
    /// Finds what a description does not show.
    package static func review(
        _ json: JSON, of subject: Subject, against evidence: Evidence
    ) -> DescriptionReview {
        let record = DescriptionCheck.check(json, of: subject, against: evidence)
        let fields = evidence.leaves(of: subject).filter { !record.use.contains($0.place) }
        return DescriptionReview(
            unreadFields: fields.map { $0.name }.sorted(),
            unhandledWords: record.unhandled.map { path, words in
                let shown = words.prefix(8).map { "\"\($0)\"" } + (words.count > 8 ? ["…"] : [])
                return DescriptionFinding(
                    path: path, message: "no word for \(shown.joined(separator: ", "))",
                    remedy: "they are shown as they are: add them, or `otherwise`")
            })
    }
}

extension Description {
    /// A text's expressions alone, `{a}{b}` for `{a} / {b}`; nil if it has none.
    package static func expressions(of text: String) -> String? {
        let pieces = (try? TemplateSyntax.split(text)) ?? []
        let expressions = pieces.compactMap { piece in
            if case .expression(let source, _) = piece { "{\(source)}" } else { nil }
        }
        return expressions.isEmpty ? nil : expressions.joined()
    }
}

extension Evidence {
    /// The fields with values of a side, and those beside the sides.
    func leaves(of subject: Subject) -> [(name: String, place: FieldPlace)] {
        var found: [(name: String, place: FieldPlace)] = []
        Self.add(side(of: subject), [], root: Self.sideRoot.root, to: &found)
        if subject == .match {
            let beside = variables(of: .match)["breakdown"]?.shape ?? .none
            for (key, shape) in beside.fields ?? [:] where !["red", "blue"].contains(key) {
                Self.add(shape, [key], root: "breakdown", to: &found)
            }
        }
        return found
    }

    /// It recurses as deep as a shape of examples, which is limited.
    private static func add(
        _ shape: Shape, _ keys: [String], root: String,
        to found: inout [(name: String, place: FieldPlace)]
    ) {
        // A value that was always null cannot be shown.
        guard !shape.isUnknown else { return }
        if shape.kinds.subtracting(.null) == .map {
            for (key, inner) in shape.fields ?? [:] {
                add(inner, keys + [key], root: root, to: &found)
            }
        } else if !keys.isEmpty {
            let prefix = root.isEmpty ? "" : "\(root)."
            found.append((prefix + keys.joined(separator: "."), FieldPlace(root, keys)))
        }
    }
}

/// A row of a description's tree, which can be drawn alone: so each finding has the place of its row.
package struct DescribedRow {
    /// The place of the row.
    package let path: JSONPath
    package let row: JSONObject
    /// Whether it has the emphasis of a total.
    package var isTotal: Bool { row["kind"]?.stringValue == RowKind.total.rawValue }

    private let description: JSON
    private let table: JSON
    /// The common label and conditions around the row; nil for a row by itself.
    private let group: JSONObject?

    /// The rows of a description, in their order.
    package static func all(of json: JSON) -> [DescribedRow] {
        let tables = JSONCursor(json)["tables"]?.elementsIfAny ?? []
        return tables.flatMap { table in
            (table["rows"]?.elementsIfAny ?? []).flatMap { entry -> [DescribedRow] in
                let group = entry["rows"] == nil ? nil : entry.value.objectValue
                return (entry["rows"]?.elementsIfAny ?? [entry]).map { row in
                    DescribedRow(
                        path: row.path, row: row.value.objectValue ?? JSONObject(),
                        description: json, table: table.value, group: group)
                }
            }
        }
    }

    /// A description that has only one row, in this one's place.
    ///
    /// - Returns: the tree, with the names that the description defines.
    package func description(with row: JSONObject) -> JSON {
        var entry = row
        if var group {
            group["rows"] = .array([.object(row)])
            entry = group
        }
        var table = JSONObject()
        table["when"] = self.table["when"]
        table["rows"] = .array([.object(entry)])
        var alone = JSONObject()
        for key in ["format", "title", "define"] { alone[key] = description[key] }
        alone["tables"] = .array([.object(table)])
        return .object(alone)
    }
}
