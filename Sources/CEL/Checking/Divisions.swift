/// A division that an expression makes, and an expression that says what comes of it.
package struct Division: Sendable {
    /// The part of the expression that divides.
    package let range: SourceRange
    /// An expression with the same variables: a text, or inside a loop a list, of ``lost`` and ``kept``.
    package let probe: String

    /// The result is the integer 0 although something was divided.
    package static let lost = "lost"
    /// The result is not 0, or a decimal number.
    package static let kept = "kept"
}

extension CheckedExpression {
    /// Every division in the expression.
    package func divisions(in source: String) -> [Division] {
        DivisionSearch(text: Array(source.unicodeScalars)).divisions(in: expression)
    }
}

/// Writes the probes of divisions: what surrounds a division stays around its probe, so that it has the same
/// variables and is reached for the same data.
private struct DivisionSearch {
    let text: [Unicode.Scalar]

    /// It recurses as deep as the tree, which is limited.
    func divisions(in expression: Expression) -> [Division] {
        switch expression.kind {
        case .binary(.divide, let left, let right):
            let (left, right) = (source(left), source(right))
            let result = "\(left) / \(right)"
            let probe =
                "\(left) == 0 ? '' : \(result) == 0 && type(\(result)) == int "
                + "? '\(Division.lost)' : '\(Division.kept)'"
            return [Division(range: expression.range, probe: probe)]
                + expression.parts.flatMap(divisions)
        case .conditional(let condition, let yes, let no):
            let test = source(condition)
            return divisions(in: condition)
                + around(yes) { "\(test) ? \($0) : ''" } + around(no) { "\(test) ? '' : \($0)" }
        case .comprehension(let loop):
            return divisions(in: loop.range)
                + (loop.filter.map { around($0) { probes($0, in: loop) } } ?? [])
                + around(loop.body) { probes($0, in: loop, if: loop.filter) }
        case .bind(let binding):
            let value = source(binding.value)
            return divisions(in: binding.value)
                + around(binding.body) {
                    binding.form == .plain
                        ? "cel.bind(\(binding.variable.text), \(value), \($0))"
                        : "\(value).optMap(\(binding.variable.text), \($0)).orValue('')"
                }
        default: return expression.parts.flatMap(divisions)
        }
    }

    private func around(_ expression: Expression, _ surround: (String) -> String) -> [Division] {
        divisions(in: expression).map {
            Division(range: $0.range, probe: surround("(\($0.probe))"))
        }
    }

    /// A loop of the same rounds that collects the probes.
    private func probes(
        _ probe: String, in loop: Comprehension, if filter: Expression? = nil
    ) -> String {
        let variables = [loop.variable, loop.secondVariable].compactMap { $0?.text }
        let arguments = variables + [filter.map(source), probe].compactMap { $0 }
        let macro = loop.secondVariable == nil ? "map" : "transformList"
        return "\(source(loop.range)).\(macro)(\(arguments.joined(separator: ", ")))"
    }

    private func source(_ expression: Expression) -> String {
        let range = expression.range
        var piece = String.UnicodeScalarView()
        piece.append(contentsOf: text[range.offset..<min(text.count, range.offset + range.length)])
        return "(\(String(piece)))"
    }
}
