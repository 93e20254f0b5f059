import Text

// Language definition, "Name Resolution": a dotted name is first searched as a whole, then shorter and
// shorter, with the rest as selections. Each is searched in the container and then in the containers around
// it, the outermost last.
extension Resolver {
    mutating func selection(_ expression: Expression) -> Step {
        var selections: [Selection] = []
        var operand = expression
        while case .select(let inner, let name, let isOptional) = operand.kind {
            selections.append(Selection(name: name, isOptional: isOptional))
            operand = inner
        }
        selections.reverse()
        var result: Step
        var taken = 0
        if case .identifier(let name, let isRooted) = operand.kind {
            if !isRooted, let slot = slot(name.text) {
                result = .local(slot)
            } else {
                let qualified = selections.prefix { !$0.isOptional && !$0.name.isQuoted }
                    .map { $0.name }
                (result, taken) = qualifiedName([name] + qualified, isRooted: isRooted)
            }
        } else {
            result = step(operand)
        }
        for selection in selections[taken...] {
            result = .select(result, selection.name, isOptional: selection.isOptional)
        }
        return result
    }

    /// The slot of a comprehension's variable, which hides all other names.
    func slot(_ name: String) -> Int? {
        scopes.last { $0.name == name }?.slot
    }

    /// The meaning of the longest beginning of a dotted name, and how many of its selections that took.
    private mutating func qualifiedName(_ names: [Expression.Name], isRooted: Bool) -> (Step, Int) {
        let longest = min(names.count, environment.namePartsMax)
        for count in stride(from: longest, through: 1, by: -1) {
            let parts = names.prefix(count)
            // Most names are one part.
            let text = count == 1 ? names[0].text : parts.map { $0.text }.joined(separator: ".")
            let range = parts.dropFirst().reduce(names[0].range) { $0.union($1.range) }
            for candidate in candidates(text, isRooted: isRooted) {
                if let number = environment.number(of: candidate) {
                    let isComputed = environment.computed.contains(candidate)
                    return (.variable(candidate, number, isComputed: isComputed, range), count - 1)
                }
                if let type = TypeName.named(candidate) {
                    return (.constant(.type(type)), count - 1)
                }
            }
        }
        return (undeclared(names[0]), 0)
    }

    /// The names that a written name may stand for, most likely first.
    func candidates(_ name: String, isRooted: Bool) -> [String] {
        guard !isRooted, !environment.container.isEmpty else { return [name] }
        var candidates: [String] = []
        var container = environment.container.pieces(between: ".")[...]
        while !container.isEmpty {
            candidates.append(container.joined(separator: ".") + "." + name)
            container = container.dropLast()
        }
        return candidates + [name]
    }

    private mutating func undeclared(_ name: Expression.Name) -> Step {
        let message = "expected a variable, found the unknown name '\(name.text)'"
        guard environment.undeclared == .refused else {
            return .unresolved(EvaluationError(.noSuchVariable(name.text), message, at: name.range))
        }
        let known = environment.variables + scopes.map { $0.name }
        return refuse(
            message, at: name.range,
            remedy: Self.suggestion(for: name.text, among: known)
                ?? (known.isEmpty ? nil : "known names: \(known.joined(separator: ", "))"),
            unknown: .variable(name.text))
    }
}

/// A selection behind a name; a structure, because the type of a list of tuples costs a start twice as much.
private struct Selection {
    let name: Expression.Name
    let isOptional: Bool
}

extension Resolver {
    /// Asks for the nearest known name: `did you mean 'autoPoints'?`; nil if none is near.
    static func suggestion(for name: String, among known: [String]) -> String? {
        Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
    }
}

extension Environment {
    /// The number of a declared name; nil if an activation does not resolve it.
    func number(of name: String) -> Int? {
        variables.firstIndex { $0.hasSameCodePoints(as: name) }.map { numbers[$0] }
    }
}

extension TypeName {
    static func named(_ name: String) -> TypeName? {
        switch name {
        case "bool", "bytes", "double", "int", "list", "map", "null_type", "optional_type",
            "string", "type", "uint":
            TypeName(name)
        default: nil
        }
    }
}
