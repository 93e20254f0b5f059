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

    /// All names of outside variables in it, each once.
    var names: [String] {
        var names: [String] = []
        addNames(to: &names, hiding: [])
        return names
    }

    private func addNames(to names: inout [String], hiding inner: [String]) {
        switch kind {
        case .identifier(let name, let isRooted):
            // A name with a dot before it is never one of a loop or a binding.
            let isOutside = isRooted || !inner.contains(name.text)
            if isOutside, !names.contains(name.text) { names.append(name.text) }
        case .comprehension(let loop):
            loop.range.addNames(to: &names, hiding: inner)
            let second = loop.secondVariable.map { [$0.text] } ?? []
            for part in loop.inner {
                part.addNames(to: &names, hiding: inner + [loop.variable.text] + second)
            }
        case .bind(let binding):
            binding.value.addNames(to: &names, hiding: inner)
            binding.body.addNames(to: &names, hiding: inner + [binding.variable.text])
        default:
            for part in parts { part.addNames(to: &names, hiding: inner) }
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
