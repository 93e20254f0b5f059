import JSON

extension Description {
    /// Compiles a description, or throws all its mistakes.
    ///
    /// - Throws: ``DescriptionErrors`` with all mistakes, in the order of the text.
    public static func decode(
        _ json: JSON, of subject: Subject = .match
    ) throws(DescriptionErrors) -> Description {
        var reader = DescriptionReader(subject: subject)
        let description = reader.readDescription(JSONCursor(json))
        guard let description, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return description
    }
}

// A whole description.
extension DescriptionReader {
    private static let descriptionKeys = [
        "format", "title", "applies", "default", "define", "tables", "notes",
    ]

    mutating func readDescription(_ cursor: JSONCursor) -> Description? {
        guard readFormat(cursor), readObject(cursor, keys: Self.descriptionKeys) else {
            return nil
        }
        readRequired("format", of: cursor)
        let title = readRequired("title", of: cursor).flatMap { readText($0) }
        let subject = vocabulary.subject
        if let define = member("define", of: cursor) {
            vocabulary = Vocabulary(subject: subject, named: readNamedValues(define))
        }
        let applies = member("applies", of: cursor).flatMap { readExpression($0, .gate) }
        if let text = member("default", of: cursor).flatMap({ readText($0) }) { missing = text }
        var tables: [Description.Table] = []
        if let list = readRequired("tables", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.tablesMax) {
                if let table = readTable(element) { tables.append(table) }
            }
        }
        var notes: [Description.Note] = []
        if let list = member("notes", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.notesMax) {
                if let note = readNote(element) { notes.append(note) }
            }
        }
        guard let title else { return nil }
        return Description(
            title: title, subject: subject, level: level, applies: applies,
            named: vocabulary.named, tables: tables, notes: notes)
    }

    private mutating func readTable(_ cursor: JSONCursor) -> Description.Table? {
        guard readObject(cursor, keys: ["title", "when", "rows"]) else { return nil }
        let title = member("title", of: cursor).flatMap { readTemplate($0, .gate) }
        let when = member("when", of: cursor).flatMap { readExpression($0, .gate) }
        var entries: [Description.Entry] = []
        if let list = readRequired("rows", of: cursor) {
            for element in readElements(list, countMax: RenderLimits.rowsMax) {
                guard let entry = readEntry(element) else { continue }
                entries.append(entry)
                rowCount += entry.rowCount
                guard rowCount <= RenderLimits.rowsMax else {
                    report("expected at most \(RenderLimits.rowsMax) rows in all", at: element.path)
                    return nil
                }
            }
        }
        return Description.Table(title: title, when: when, entries: entries)
    }

    private mutating func readNote(_ cursor: JSONCursor) -> Description.Note? {
        guard readObject(cursor, keys: ["text", "when", "needs", "unless"]) else {
            return nil
        }
        let text = readRequired("text", of: cursor).flatMap { readTemplate($0, .gate) }
        let gates = readGates(cursor, items: [nil], implied: nil)
        guard let text, let gate = gates?.first else { return nil }
        return Description.Note(text: text, gate: gate)
    }
}

extension Description.Entry {
    /// The largest number of rows that it can become.
    fileprivate var rowCount: Int {
        switch self {
        case .row(let row): row.variants.count
        case .group(let group): group.rows.reduce(0) { $0 + $1.variants.count }
        }
    }
}

/// A description that only says "like another season".
///
/// Publishers replace it by the other season's tree, so readers of published bundles never meet an
/// alias.
public struct DescriptionAlias: Equatable, Sendable {
    /// The season whose description it uses.
    public let year: Int
    /// Its own title, if it has one.
    public let title: String?

    /// Reads an alias.
    ///
    /// - Returns: the alias, or nil if the tree describes something itself.
    /// - Throws: ``DescriptionErrors`` if it is an alias and something else besides.
    public static func decode(_ json: JSON) throws(DescriptionErrors) -> DescriptionAlias? {
        guard let alias = json["alias"] else { return nil }
        var reader = DescriptionReader(subject: .match)
        let cursor = JSONCursor(json)
        let year = alias.integerValue.flatMap { (0...9_999).contains($0) ? Int($0) : nil }
        var title: String?
        if reader.readFormat(cursor), reader.readObject(cursor, keys: ["format", "alias", "title"])
        {
            reader.readRequired("format", of: cursor)
            title = reader.member("title", of: cursor).flatMap { reader.readText($0) }
            if year == nil {
                reader.reportMismatch(
                    "a year", at: JSONCursor(alias, path: cursor.path.member("alias")))
            }
        }
        guard let year, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return DescriptionAlias(year: year, title: title)
    }

    /// The description that is published instead of the alias.
    public func resolved(_ tree: JSON) -> JSON {
        guard let title, case .object(var object) = tree else { return tree }
        object["title"] = .string(title)
        return .object(object)
    }
}

/// One mistake in a description, with its place and the remedy.
public struct DescriptionFinding: Equatable, Sendable, CustomStringConvertible {
    /// The path to the value that is wrong.
    public let path: JSONPath
    /// Where the mistake begins in that value's text, in code points from 0; nil for the whole
    /// value.
    public internal(set) var offset: Int?
    /// How many code points it covers; nil for the whole value.
    public internal(set) var length: Int?
    /// What was expected and what was found.
    public let message: String
    /// The remedy, if it is known.
    public internal(set) var remedy: String?
    /// The word that does not exist; nil for every other mistake.
    package internal(set) var unknown: Unknown?

    /// A word of the author's that does not exist.
    package enum Unknown: Equatable, Sendable {
        /// A key, and the key of the description language that is nearest to it.
        case key(nearest: String?)
        /// A name in an expression.
        case name(String)
    }

    /// Place, message and remedy in one line.
    public var description: String {
        let place = offset.map { ", character \($0 + 1)" } ?? ""
        return "\(path)\(place): \(message)" + (remedy.map { ": \($0)" } ?? "")
    }
}

/// All mistakes of a description.
public struct DescriptionErrors: Error, Equatable, CustomStringConvertible {
    /// The mistakes, in the order of the text; never empty.
    public let findings: [DescriptionFinding]

    /// The mistakes, one on each line.
    public var description: String {
        findings.map { $0.description }.joined(separator: "\n")
    }
}
