import CEL
import JSON
import Text

/// How a season's breakdown is shown.
///
/// It is compiled once, does not change, and draws any number of matches.
public struct Description: Sendable {
    /// The season's title.
    public let title: String
    /// What it describes.
    public let subject: Subject
    /// The lowest level of the language that has everything it uses.
    public let level: Int
    /// Whether the description is for this data; nil means always.
    let applies: CompiledExpression?
    let named: [NamedValue]
    let tables: [Table]
    let notes: [Note]

    /// Rows under a title.
    struct Table: Sendable {
        let title: Template?
        let when: CompiledExpression?
        let entries: [Entry]

        /// The number of rows if all are shown.
        var rowCountMax: Int {
            entries.reduce(0) { count, entry in
                switch entry {
                case .row(let row): count + row.variants.count
                case .group(let group): count + group.rows.reduce(0) { $0 + $1.variants.count }
                }
            }
        }
    }

    /// A part of a table.
    enum Entry: Sendable {
        case row(Row)
        /// Rows under a common label.
        case group(Group)
    }

    /// Rows under a common label.
    ///
    /// Like rows and expressions a class, so that drawing passes references and not copies.
    final class Group: Sendable {
        let label: Template
        let gate: Gate
        let rows: [Row]

        init(label: Template, gate: Gate, rows: [Row]) {
            self.label = label
            self.gate = gate
            self.rows = rows
        }
    }

    /// A sentence below the tables.
    struct Note: Sendable {
        let text: Template
        let gate: Gate
    }

    /// The conditions for showing something.
    final class Gate: Sendable {
        /// What must exist.
        let needs: [DottedPath]
        /// What must not all exist; empty if there is no such condition.
        let unless: [DottedPath]
        let when: CompiledExpression?
        /// The steps that looking for these keys costs.
        let steps: Int

        init(needs: [DottedPath], unless: [DottedPath], when: CompiledExpression?) {
            self.needs = needs
            self.unless = unless
            self.when = when
            steps = (needs + unless).reduce(0) { $0 + $1.keys.count }
        }
    }

    /// A row, or several of one kind if it has `each`.
    final class Row: Sendable {
        let kind: RowKind
        let cell: Cell
        let words: Words?
        /// The text for a missing value.
        let missing: String
        /// Whether the right side shows lists in reverse.
        let isMirrored: Bool
        /// The row for each element of `each`; exactly one without it.
        let variants: [Variant]

        init(
            kind: RowKind, cell: Cell, words: Words?, missing: String, isMirrored: Bool,
            variants: [Variant]
        ) {
            self.kind = kind
            self.cell = cell
            self.words = words
            self.missing = missing
            self.isMirrored = isMirrored
            self.variants = variants
        }
    }

    /// What is known about the row for one element of `each`.
    final class Variant: Sendable {
        /// The element; nil in a row without `each`.
        let item: Value?
        let label: Template
        let gate: Gate
        /// The path that ``Cell/field`` reads.
        let field: DottedPath?

        init(item: Value?, label: Template, gate: Gate, field: DottedPath?) {
            self.item = item
            self.label = label
            self.gate = gate
            self.field = field
        }
    }

    /// Where a cell's text comes from.
    enum Cell: Sendable {
        /// The value at a variant's dotted path, below the side's object.
        case field
        case value(CompiledExpression)
        /// A text with expressions in it.
        case text(Template)
        /// The text of the first case that is true.
        case cases([Case])
    }

    /// A text and its condition; nil means always.
    struct Case: Sendable {
        let when: CompiledExpression?
        let text: Template
    }
}

/// The texts that are shown for values.
final class Words: Sendable {
    /// A value as text, and the text that is shown for it.
    struct Entry {
        let value: String
        let text: String
    }

    let entries: [Entry]
    /// The text for every other value; nil means the value itself.
    let otherwise: String?
    /// The values, ready to be found.
    private let values: [TextKey]

    init(entries: [Entry], otherwise: String?) {
        self.entries = entries
        self.otherwise = otherwise
        values = entries.map { TextKey($0.value) }
    }

    func text(for value: String) -> String? {
        let key = TextKey(value)
        for at in values.indices where values[at].isSame(as: key) { return entries[at].text }
        return otherwise
    }
}
