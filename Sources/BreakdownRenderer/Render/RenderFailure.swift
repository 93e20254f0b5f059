import JSON

/// Something that a description cannot compute for some data, and where its author finds it.
package struct RenderFailure: Hashable, Sendable {
    /// The row, the note, the condition or the title in the description.
    package let path: JSONPath
    /// The row's label, if it is known.
    package let label: String?
    /// What was expected and what was found.
    package let reason: String
    /// The expression that failed; nil where a limit of the whole table is reached.
    package let source: String?

    /// The place of the expression, as exactly as the description's tree tells it.
    package func finding(in json: JSON) -> DescriptionFinding {
        let value = path.steps.reduce(json) { value, step in
            switch step {
            case .member(let key): value[key] ?? .null
            case .element(let at): value.arrayValue?.dropFirst(at).first ?? .null
            }
        }
        return source.flatMap { finding($0, in: JSONCursor(value, path: path)) }
            ?? DescriptionFinding(path: path, message: reason)
    }

    /// It recurses as deep as a description, which is limited.
    private func finding(_ source: String, in cursor: JSONCursor) -> DescriptionFinding? {
        guard let text = cursor.value.stringValue else {
            let parts = cursor.elementsIfAny + cursor.membersIfAny.map { $0.cursor }
            return parts.lazy.compactMap { finding(source, in: $0) }.first
        }
        guard let offset = Self.offset(of: source, in: text) else { return nil }
        return DescriptionFinding(
            path: cursor.path, offset: offset, length: source.unicodeScalars.count,
            message: reason)
    }

    /// The code points before a part of a text; Embedded Swift has no search for texts.
    private static func offset(of part: String, in text: String) -> Int? {
        let (all, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard !part.isEmpty, part.count <= all.count else { return nil }
        return (0...(all.count - part.count)).first {
            all[$0..<$0 + part.count].elementsEqual(part)
        }
    }
}

extension Renderer {
    /// What a description cannot compute for a match or for statistics.
    ///
    /// - Returns: the failures in the order of the description; each counts once, even if both columns have it.
    package func failures(of description: Description, for data: TableSource) -> [RenderFailure] {
        guard let values = values(of: data), description.subject == values.subject else {
            return []
        }
        var pass = RenderPass(values, with: description)
        if pass.applies(), !pass.tables().isEmpty { _ = pass.notes() }
        var seen: Set<RenderFailure> = []
        return pass.failures
            .map {
                RenderFailure(
                    path: $0.place.path($0.part), label: $0.label, reason: $0.reason,
                    source: $0.source)
            }
            .filter { seen.insert($0).inserted }
    }
}

/// Where a pass is in its description; it becomes words only for a problem.
struct RenderPlace {
    /// A part of what is at the place.
    enum Part {
        case whole
        case when
        case title
        /// The condition of one case, from 0.
        case caseWhen(Int)
    }

    /// The table, from 0; nil outside of tables.
    private var table: Int?
    /// The row or the common label in the table, from 0.
    private var row: Int?
    /// The row below a common label, from 0.
    var inner: Int?
    /// The note, from 0; nil outside of notes.
    private var note: Int?
    /// Which of the row's elements of `each`, from 0; nil before the row.
    var variant: Int?
    /// The side of the cell.
    var side: Side?

    /// The condition of the whole description.
    init() {}

    init(table: Int, row: Int? = nil) {
        self.table = table
        self.row = row
    }

    /// A note.
    init(note: Int) {
        self.note = note
    }

    /// The label of the row or of the group that is there; nil outside of both.
    func label(in description: Description) -> Template? {
        guard let table, let row else { return nil }
        switch description.tables[table].entries[row] {
        case .row(let row): return variant.map { row.variants[$0].label }
        case .group(let group):
            guard let inner else { return group.label }
            return variant.map { group.rows[inner].variants[$0].label }
        }
    }

    /// The place for a reader: `table 1, row 2.3 (Robot 1), red`.
    func words(_ part: Part, label: String?, _ subject: Subject) -> String {
        var words = "applies"
        if let note { words = "note \(note + 1)" }
        if let table { words = "table \(table + 1)" }
        if let row { words += ", row \(row + 1)" }
        if let inner { words += ".\(inner + 1)" }
        if let label { words += " (\(label))" }
        if let side { words += ", \((side == .red ? subject.left : subject.right).key)" }
        switch part {
        case .whole: return words
        case .when: return words + ", when"
        case .title: return words + ", title"
        case .caseWhen(let at): return words + ", case \(at + 1)"
        }
    }

    /// The place in the description's tree.
    func path(_ part: Part) -> JSONPath {
        var path = JSONPath.root
        if let note { path = path.member("notes").element(note) }
        if let table { path = path.member("tables").element(table) }
        if let row { path = path.member("rows").element(row) }
        if let inner { path = path.member("rows").element(inner) }
        switch part {
        case .whole: return path.steps.isEmpty ? path.member("applies") : path
        case .when: return path.member("when")
        case .title: return path.member("title")
        case .caseWhen(let at): return path.member("cases").element(at).member("when")
        }
    }
}

/// The cost of drawing one match, or one event's insights; it is the same on every machine.
public struct RenderCost: Equatable, Sendable {
    /// Steps of all expressions together, with the work around them.
    public let steps: Int
    /// Bytes of text in all tables and notes.
    public let textBytes: Int

    /// The cost of drawing without a description.
    static let none = RenderCost(steps: 0, textBytes: 0)

    /// The cost as a part of the limit, from 0 to 100 per cent; the greater of steps and text.
    public var percent: Int {
        max(100 * steps / RenderLimits.fuelStepsMax, 100 * textBytes / RenderLimits.textBytesMax)
    }
}
