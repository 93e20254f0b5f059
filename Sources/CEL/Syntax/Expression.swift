/// A node of the syntax tree, with its place in the text.
final class Expression: Sendable {
    let kind: Kind
    let range: SourceRange
    /// Levels of the tree from here down, itself included.
    let depth: Int

    init(_ kind: Kind, _ range: SourceRange) {
        self.kind = kind
        self.range = range
        depth = kind.depthBelow + 1
    }

    /// The kinds of nodes; the last three exist only after macro expansion.
    enum Kind: Sendable {
        case literal(Value)
        /// A name; a name with a leading dot is never a comprehension's variable.
        case identifier(Name, isRooted: Bool)
        case select(Expression, Name, isOptional: Bool)
        case index(Expression, Expression, isOptional: Bool)
        case call(Call)
        case list([Element])
        case map([Entry])
        case unary(UnaryOperator, Expression)
        case binary(BinaryOperator, Expression, Expression)
        case conditional(Expression, Expression, Expression)
        /// `has(operand.name)`.
        case presence(Expression, Name)
        case comprehension(Comprehension)
        /// An optional and its replacement if it has no value.
        case fallback(Expression, Expression, unwraps: Bool)
    }

    struct Name: Sendable {
        let text: String
        let range: SourceRange
        /// Whether it was written in backticks; then it is never part of a qualified name.
        var isQuoted = false
    }

    /// `target.name(arguments)`, or `name(arguments)`.
    struct Call: Sendable {
        let target: Expression?
        let name: Name
        let arguments: [Expression]
        /// Whether a dot is before the name: `.name(arguments)`.
        var isRooted = false
    }

    /// One element of a list; an optional one is left out if it has no value.
    struct Element: Sendable {
        let value: Expression
        let isOptional: Bool
    }

    /// One entry of a map; an optional one is left out if it has no value.
    struct Entry: Sendable {
        let key: Expression
        let value: Expression
        let isOptional: Bool
    }
}

enum UnaryOperator: Sendable {
    case not, negate
}

/// An operator between two operands, weakest binding first.
enum BinaryOperator: Sendable {
    case or, and
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, contained
    case add, subtract, multiply, divide, modulo
}

extension Expression.Kind {
    fileprivate var depthBelow: Int {
        switch self {
        case .literal, .identifier: 0
        case .select(let operand, _, _), .unary(_, let operand), .presence(let operand, _):
            operand.depth
        case .index(let left, let right, _), .binary(_, let left, let right),
            .fallback(let left, let right, _):
            max(left.depth, right.depth)
        case .conditional(let condition, let yes, let no):
            max(condition.depth, yes.depth, no.depth)
        case .call(let call):
            call.arguments.reduce(call.target?.depth ?? 0) { max($0, $1.depth) }
        case .list(let elements): elements.reduce(0) { max($0, $1.value.depth) }
        case .map(let entries): entries.reduce(0) { max($0, $1.key.depth, $1.value.depth) }
        case .comprehension(let comprehension): comprehension.depthBelow
        }
    }
}

/// A macro over the elements of a list or the keys of a map.
struct Comprehension: Sendable {
    enum Form: Sendable {
        case all, exists, existsOne
        case filter
        case map
    }

    let form: Form
    let range: Expression
    let variable: Expression.Name
    /// The condition that chooses elements, if the macro has such an argument.
    let filter: Expression?
    let body: Expression

    var depthBelow: Int { max(range.depth, filter?.depth ?? 0, body.depth) }
}

extension Expression {
    var texts: Set<String> {
        if case .literal(.string(let text)) = kind { return [text] }
        return parts.reduce(into: []) { $0.formUnion($1.texts) }
    }

    /// Whether it asks for the kind of a value: `type(x) == string`.
    var asksForKind: Bool {
        if case .call(let call) = kind, call.target == nil, call.name.text == "type" { return true }
        return parts.contains { $0.asksForKind }
    }

    /// All names of outside variables in it, each once.
    var names: [String] {
        var names: [String] = []
        addNames(to: &names, hiding: [])
        return names
    }

    private func addNames(to names: inout [String], hiding inner: [String]) {
        switch kind {
        case .identifier(let name, let isRooted):
            // A name with a dot before it is never one of a loop.
            let isOutside = isRooted || !inner.contains(name.text)
            if isOutside, !names.contains(name.text) { names.append(name.text) }
        case .comprehension(let loop):
            loop.range.addNames(to: &names, hiding: inner)
            for part in loop.inner {
                part.addNames(to: &names, hiding: inner + [loop.variable.text])
            }
        default:
            for part in parts { part.addNames(to: &names, hiding: inner) }
        }
    }

    var parts: [Expression] {
        switch kind {
        case .literal, .identifier: []
        case .select(let operand, _, _), .unary(_, let operand), .presence(let operand, _):
            [operand]
        case .index(let left, let right, _), .binary(_, let left, let right),
            .fallback(let left, let right, _):
            [left, right]
        case .conditional(let condition, let yes, let no): [condition, yes, no]
        case .call(let call): (call.target.map { [$0] } ?? []) + call.arguments
        case .list(let elements): elements.map({ $0.value })
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .comprehension(let loop): [loop.range] + loop.inner
        }
    }
}

extension Comprehension {
    /// The parts in which its variable is visible.
    fileprivate var inner: [Expression] { [body] + (filter.map { [$0] } ?? []) }
}
