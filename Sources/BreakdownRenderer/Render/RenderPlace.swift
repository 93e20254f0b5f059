import JSON

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

    /// A table, or a row of it.
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
