import CEL
import Text

/// The place of an expression; it decides which names the expression may use.
struct ExpressionScope: Equatable {
    /// The kinds of places.
    enum Place {
        /// A condition of a row, a table or a note, or a label: it sees both sides alike.
        case gate
        /// A cell: it sees one side as its own.
        case cell
        /// A key: it is the same for every match, so it is known when a description is read.
        case key
    }

    let place: Place
    /// Whether the row has `each`.
    let hasItem: Bool
}

/// The names that the expressions of one description may use.
struct Vocabulary {
    let subject: Subject
    /// The file's own names.
    let named: [NamedValue]

    /// The functions, without any variable; all descriptions have the same.
    static let functions = Environment(variables: [], functions: HostFunctions.all)

    /// The variables and functions of an expression; made once for each scope.
    func environment(_ scope: ExpressionScope) -> Environment {
        let names = names(scope)
        return Self.functions.declaring(
            names, numbers: names.map { VariableNumber.of($0, in: named) },
            computed: named.map { $0.name })
    }

    private func names(_ scope: ExpressionScope) -> [String] {
        let item = scope.hasItem ? ["item"] : []
        switch scope.place {
        case .key: return item
        case .gate: return subject.gateNames + item + usable(scope)
        case .cell: return subject.gateNames + subject.sideNames + item + usable(scope)
        }
    }

    private func usable(_ scope: ExpressionScope) -> [String] {
        named.filter { ($0.usesItem ? scope.hasItem : true) && isSeen($0, from: scope.place) }
            .map { $0.name }
    }

    private func isSeen(_ value: NamedValue, from place: ExpressionScope.Place) -> Bool {
        place == .cell || (place == .gate && !value.usesSide)
    }

    /// An expression that is only a dotted path, without spaces around it; nil for another one.
    private static func path(_ source: String) -> String? {
        let scalars = source.unicodeScalars.filter { $0 != " " }
        let isPath = scalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
            default: false
            }
        }
        return isPath ? String(String.UnicodeScalarView(scalars)) : nil
    }

    /// The remedy if a description has another way, or if the name would be known elsewhere.
    func remedy(
        for finding: CompileError.Finding, in source: String, _ scope: ExpressionScope
    ) -> String? {
        switch finding.unknown {
        case nil: nil
        case .function("bind"): "name the value in `define`"
        case .function("format"): "write `fixed`, `percent` or `signed`, and join texts with `+`"
        case .function: nil
        case .variable(let name):
            remedy(forUnknown: name, in: source, scope)
                ?? field(name, scope).map {
                    "for a field write \($0)" + (finding.remedy.map { "; \($0)" } ?? "")
                }
        }
    }

    private func remedy(
        forUnknown name: String, in source: String, _ scope: ExpressionScope
    ) -> String? {
        let value = named.first { $0.name == name }
        let isKnown = subject.gateNames.contains(name) || subject.sideNames.contains(name)
        if scope.place == .key, isKnown || value != nil {
            return "a key may be made from `item` only; use `value` instead of `field`"
        }
        if scope.place == .key, let path = Self.path(source),
            Spelling.nearest(to: name, among: ["item"]) == nil
        {
            return "write `\(path)` without braces: only `item` belongs in them here"
        }
        if name == "item", !scope.hasItem { return "`item` exists only in a row with `each`" }
        if let value, value.usesItem, !scope.hasItem {
            return "`\(name)` is made from `item`, which exists only in a row with `each`"
        }
        guard subject.sideNames.contains(name) || value?.usesSide == true else { return nil }
        return "`\(name)` exists only in cells (`value`, `text`, `cases`); "
            + "use `\(subject.left.key)` or `\(subject.right.key)`"
    }

    /// A field's name with its side, which was left out; nil for the misspelling of a known name.
    private func field(_ name: String, _ scope: ExpressionScope) -> String? {
        let known = names(scope) + named.map { $0.name }
        guard scope.place != .key, Spelling.nearest(to: name, among: known) == nil else {
            return nil
        }
        let sides =
            scope.place == .cell ? [subject.sideNames[0]] : [subject.left.key, subject.right.key]
        return sides.map { "`\($0).\(name)`" }.joined(separator: " or ")
    }
}
