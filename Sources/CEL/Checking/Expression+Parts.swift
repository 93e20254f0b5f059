extension Expression {
    /// All literal texts in it.
    var texts: Set<String> {
        if case .literal(.string(let text)) = kind { return [text] }
        return parts.reduce(into: []) { $0.formUnion($1.texts) }
    }

    /// Whether it asks for the kind of a value: `type(x) == string`.
    var asksForKind: Bool {
        if case .call(let call) = kind, call.target == nil, call.name.text == "type" { return true }
        return parts.contains { $0.asksForKind }
    }

    /// All names of outside variables in it.
    var names: Set<String> {
        switch kind {
        case .identifier(let name, _): [name.text]
        case .comprehension(let loop):
            loop.inner.reduce(into: Set<String>()) { $0.formUnion($1.names) }
                .subtracting([loop.variable.text, loop.secondVariable?.text ?? ""])
                .union(loop.range.names)
        case .bind(let binding):
            binding.body.names.subtracting([binding.variable.text]).union(binding.value.names)
        default: parts.reduce(into: []) { $0.formUnion($1.names) }
        }
    }

    /// Its direct parts.
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
        case .bind(let binding): [binding.value, binding.body]
        }
    }
}

extension Comprehension {
    /// The parts in which its variables are visible.
    fileprivate var inner: [Expression] { [body] + (filter.map { [$0] } ?? []) }
}
