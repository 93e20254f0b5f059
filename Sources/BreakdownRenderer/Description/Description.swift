import CEL

/// How a season's breakdown is to be shown: compiled once, never changes, renders any number of
/// matches.
public struct Description: Sendable {
    /// The season's title.
    public let title: String
    /// What it describes.
    public let subject: Subject
    /// The lowest level of the language that has all that it uses.
    public let level: Int
    /// Whether the data has the shape this was written for; nil: always.
    let applies: Expression?
    let named: NamedValues
    let tables: [Table]
    let notes: [Note]

    /// Rows under a title.
    struct Table: Sendable {
        let title: Template?
        let when: Expression?
        let entries: [Entry]
    }

    /// What a table consists of.
    enum Entry: Sendable {
        case row(Row)
        /// Rows under a common label.
        case group(Group)
    }

    /// Rows under a common label.
    struct Group: Sendable {
        let label: Template
        let gate: Gate
        let rows: [Row]
    }

    /// A sentence below the tables.
    struct Note: Sendable {
        let text: Template
        let gate: Gate
    }

    /// Whether something is shown.
    struct Gate: Sendable {
        /// What must be there.
        let needs: [DottedPath]
        /// What must not all be there; empty if nothing is asked.
        let unless: [DottedPath]
        let when: Expression?
    }

    /// A row, or several of one kind where it has `each`.
    struct Row: Sendable {
        let kind: RowKind
        let cell: Cell
        let words: Words?
        /// What stands for a missing value.
        let missing: String
        /// Whether the right side shows lists backwards.
        let isMirrored: Bool
        /// The row once per element of `each`; exactly one without it.
        let variants: [Variant]
    }

    /// What is known of a row once its element of `each` is.
    struct Variant: Sendable {
        /// The element; nil in a row without `each`.
        let item: Value?
        let label: Template
        let gate: Gate
        /// What ``Cell/field`` reads.
        let field: DottedPath?
    }

    /// Where a cell's text comes from.
    enum Cell: Sendable {
        /// The value at a variant's dotted path, below the side's object.
        case field
        /// The value of an expression.
        case value(Expression)
        /// A text with expressions in it.
        case text(Template)
        /// The text of the first case that holds.
        case cases([Case])
    }

    /// A text and when it stands; nil: always.
    struct Case: Sendable {
        let when: Expression?
        let text: Template
    }
}

/// The texts that stand for values.
struct Words: Sendable {
    /// The value as text, and what stands for it.
    let entries: [(value: String, text: String)]
    /// What stands for every other value; nil: the value itself.
    let otherwise: String?

    func text(for value: String) -> String? {
        let length = value.utf8.count
        let entry = entries.first {
            $0.value.utf8.count == length && $0.value.utf8.elementsEqual(value.utf8)
        }
        return entry?.text ?? otherwise
    }
}
