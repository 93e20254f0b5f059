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
        }
    }
}

extension Comprehension {
    /// The parts in which its variable is visible.
    fileprivate var inner: [Expression] { [body] + (filter.map { [$0] } ?? []) }
}
