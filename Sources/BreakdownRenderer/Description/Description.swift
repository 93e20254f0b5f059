import CEL

/// How a season's breakdown is to be shown: compiled once, never changes, renders any number of
/// matches.
public struct Description: Sendable {
    /// The season's title.
    public let title: String
    /// Whether a match's breakdown has the shape this was written for; nil: always.
    let applies: Expression?
    let tables: [Table]
    let notes: [Note]

    /// Rows under a title.
    struct Table: Sendable {
        let title: Template?
        let when: Expression?
        let rows: [Row]
    }

    /// A sentence below the tables.
    struct Note: Sendable {
        let text: Template
        let needs: [DottedPath]
        let when: Expression?
    }

    /// A row, or several of one kind where it has `each`.
    struct Row: Sendable {
        let kind: RowKind
        let when: Expression?
        let cell: Cell
        let words: Words?
        /// What stands for a missing value.
        let missing: String
        /// The row once per element of `each`; exactly one without it.
        let variants: [Variant]
    }

    /// What is known of a row once its element of `each` is.
    struct Variant: Sendable {
        /// The element; nil in a row without `each`.
        let item: Value?
        let label: Template
        let needs: [DottedPath]
        /// What ``Cell/field`` reads.
        let field: DottedPath?
    }

    /// Where a cell's text comes from.
    enum Cell: Sendable {
        /// The value at a variant's dotted path, below the alliance.
        case field
        /// The value of an expression.
        case value(Expression)
        /// A text with expressions in it.
        case text(Template)
    }
}

/// The texts that stand for values.
struct Words: Sendable {
    /// The value as text, and what stands for it.
    let entries: [(value: String, text: String)]
    /// What stands for every other value; nil: the value itself.
    let otherwise: String?

    func text(for value: String) -> String? {
        entries.first { $0.value == value }?.text ?? otherwise
    }
}
