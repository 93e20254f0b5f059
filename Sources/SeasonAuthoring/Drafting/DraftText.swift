import BreakdownRenderer
import BundleFormat
import JSON

/// The text of a drafted description, with what its author needs to know in comments.
struct DraftText {
    let draft: DescriptionDraft
    let year: BundleYear
    let title: String
    let samplesCount: Int
    /// The place of the language's schema as an editor finds it; nil if there is none.
    let schema: String?

    /// `match.yaml`.
    func ofMatches() -> String {
        var writer = YAMLWriter()
        writeSchema(to: &writer)
        writer.comment(
            [
                "\(year): how a match's score breakdown is shown.",
                "",
                "Written by `bundle-publish new` from \(counted(samplesCount, "match", "matches")): every field that they have is a row.",
                "Now edit it (bundle-publish preview \(year) shows the tables at each save):",
                "- delete the rows that are not needed, and put the rest in the order of the game;",
                "- give the season its name in `title`, and rows better labels;",
                "- say in `words` what the data's words mean: `Parked: Parked (+2)`, `None: ✗`;",
                "- join what belongs together: text: \"{alliance.notes} (+{alliance.notePoints})\".",
                "docs/AUTHORING.md explains the language; bundle-publish check \(year) says what is wrong.",
            ])
        writer.gap()
        writer.line("format: 1")
        writer.line("title: \(YAMLWriter.scalar(title))")
        if let applies = draft.applies {
            writer.comment([
                "Which data this describes. A match with none of these fields has the generic table."
            ])
            writer.members(object("applies", .string(applies)), indent: 0)
        }
        writeTables(to: &writer)
        if !draft.notes.isEmpty {
            writer.gap()
            writer.comment(["Values outside the two alliances."])
            writer.line("notes:")
            for note in draft.notes { writer.members(note, indent: 4, isElement: true) }
        }
        writeLeftOut(to: &writer)
        return writer.text
    }

    /// `insights.yaml`.
    func ofInsights() -> String {
        var writer = YAMLWriter()
        writeSchema(to: &writer)
        writer.comment([
            "\(year): how the statistics of an event are shown, qualification left, playoffs right.",
            "Written by `bundle-publish new` from \(counted(samplesCount, "event")): cut, order and name as in match.yaml.",
        ])
        writer.gap()
        writer.line("format: 1")
        writer.line("title: \(YAMLWriter.scalar(title))")
        writeTables(to: &writer)
        writeLeftOut(to: &writer)
        return writer.text
    }

    private func writeSchema(to writer: inout YAMLWriter) {
        if let schema { writer.line("# yaml-language-server: $schema=\(schema)") }
    }

    private func writeTables(to writer: inout YAMLWriter) {
        writer.gap()
        writer.line("tables:")
        writer.line("  - rows:")
        for (at, section) in draft.sections.enumerated() {
            if at > 0 { writer.gap() }
            if !section.title.isEmpty { writer.comment(["\(section.title)."], indent: 6) }
            for row in section.rows {
                writer.comment(row.comments, indent: 6)
                writer.members(row.members, indent: 8, isElement: true)
            }
        }
    }

    private func writeLeftOut(to writer: inout YAMLWriter) {
        guard !draft.leftOut.isEmpty else { return }
        writer.gap()
        writer.comment(["Not shown:"] + draft.leftOut.map { "- \($0)" })
    }

    private func object(_ key: String, _ value: JSON) -> JSONObject {
        var object = JSONObject()
        object[key] = value
        return object
    }
}

/// Writes trees as the YAML that people write: blocks, short lists on one line, quotes where they are
/// needed.
struct YAMLWriter {
    private(set) var text = ""
    /// Columns that a line should not go beyond.
    private static let columnsMax = 100

    mutating func comment(_ lines: [String], indent: Int = 0) {
        for line in lines { add(line.isEmpty ? "#" : "# \(line)", indent) }
    }

    mutating func gap() { text += "\n" }

    mutating func line(_ line: String, indent: Int = 0) { add(line, indent) }

    /// Adds an object's members, each on lines of its own.
    mutating func members(_ object: JSONObject, indent: Int, isElement: Bool = false) {
        for (at, member) in object.members.enumerated() {
            let isFirst = isElement && at == 0
            let key = (isFirst ? "- " : "") + Self.scalar(member.key) + ":"
            value(member.value, key: key, indent: isFirst ? indent - 2 : indent, inner: indent + 2)
        }
    }

    private mutating func value(_ json: JSON, key: String, indent: Int, inner: Int) {
        switch json {
        case .object(let object) where !object.isEmpty:
            add(key, indent)
            members(object, indent: inner)
        case .array(let elements) where elements.contains(where: { $0.objectValue != nil }):
            add(key, indent)
            for element in elements { add("- " + Self.flow(element), inner) }
        case .string(let text):
            let line = "\(key) \(Self.scalar(text))"
            guard indent + line.unicodeScalars.count > Self.columnsMax,
                let folded = Self.folded(text, columns: Self.columnsMax - inner)
            else { return add(line, indent) }
            add("\(key) >-", indent)
            for line in folded { add(line, inner) }
        default: add("\(key) \(Self.flow(json))", indent)
        }
    }

    private mutating func add(_ line: String, _ indent: Int) {
        text += String(repeating: " ", count: indent) + line + "\n"
    }

    private static func flow(_ json: JSON) -> String {
        switch json {
        case .array(let elements): "[\(elements.map(flow).joined(separator: ", "))]"
        case .object(let object):
            "{ "
                + object.members.map { "\(scalar($0.key)): \(flow($0.value))" }
                .joined(separator: ", ") + " }"
        case .string(let text): scalar(text, inFlow: true)
        default: json.text()
        }
    }

    /// The lines of a folded text; nil if reading the folded text would give another text.
    private static func folded(_ text: String, columns: Int) -> [String]? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, words.allSatisfy({ !$0.isEmpty }),
            text.unicodeScalars.allSatisfy(isPrintable)
        else { return nil }
        var lines: [String] = []
        for word in words {
            if let last = lines.last,
                last.unicodeScalars.count + word.unicodeScalars.count < columns
            {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

// MARK: - Scalars

extension YAMLWriter {
    /// A text as a YAML scalar: plain where that means the same, else in double quotes.
    static func scalar(_ text: String, inFlow: Bool = false) -> String {
        isPlain(text, inFlow: inFlow) ? text : quoted(text)
    }

    private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
        guard let first = text.unicodeScalars.first,
            first.properties.isAlphabetic || "✓✗–(".unicodeScalars.contains(first)
                // No number and no date has a space in it.
                || (("1"..."9").contains(first) && text.contains(" "))
        else { return false }
        guard text.unicodeScalars.allSatisfy(isPrintable), !text.contains(": "),
            !text.contains(" #"), !text.hasSuffix(":"), !text.hasSuffix(" "), !isOther(text)
        else { return false }
        return !inFlow || !text.contains { ",[]{}".contains($0) }
    }

    /// Whether a plain text would be read as something else, by the core schema or by older rules that some
    /// editors still follow.
    private static func isOther(_ text: String) -> Bool {
        ["true", "false", "null", "~", "inf", "nan"].contains(text.lowercased())
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case _ where isPrintable(scalar): quoted.unicodeScalars.append(scalar)
            default:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
            }
        }
        return quoted + "\""
    }

    /// True for a character that YAML writes as itself on one line.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
            0x10000...0x10FFFF:
            scalar.properties.generalCategory != .format
        default: false
        }
    }
}
