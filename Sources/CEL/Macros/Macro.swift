/// A call that is rewritten while the expression is read, because not all its arguments are values.
struct Macro: Sendable {
    typealias Expansion = @Sendable (Expression.Call) throws(CompileError) -> Expression.Kind

    /// The name space before the name, as in `cel.bind`; nil if the macro has none.
    let namespace: String?
    let name: String
    /// Whether it is called on a value, as in `x.all(…)`.
    let isMember: Bool
    let argumentCount: ClosedRange<Int>
    let expand: Expansion

    /// The macro that a call means, or nil.
    ///
    /// A call with another number of arguments is not a macro; it calls a function of that name.
    static func find(_ call: Expression.Call) -> Macro? {
        all.first { macro in
            guard macro.name == call.name.text,
                macro.argumentCount.contains(call.arguments.count)
            else { return false }
            guard let namespace = macro.namespace else {
                return macro.isMember == (call.target != nil)
            }
            guard case .identifier(let name, isRooted: _)? = call.target?.kind else { return false }
            return name.text == namespace
        }
    }

    /// The list is short, so a linear search is enough.
    private static let all =
        presence + comprehensions + twoVariableComprehensions + bindings + optionals
}

extension Macro {
    static func variable(
        _ argument: Expression, of call: Expression.Call
    ) throws(CompileError) -> Expression.Name {
        guard case .identifier(let name, isRooted: false) = argument.kind else {
            throw CompileError(
                "\(call.name.text): expected a name for each element, found another expression",
                at: argument.range, remedy: "write a plain name such as 'x'")
        }
        return name
    }
}

// MARK: - For messages

extension Macro {
    /// How many arguments the macros of a name take, or nil if there is none.
    static func argumentCounts(_ name: String, isMember: Bool) -> ClosedRange<Int>? {
        let macros = all.filter { $0.name == name && $0.isMember == isMember }
        guard let first = macros.first else { return nil }
        return macros.dropFirst().reduce(first.argumentCount) {
            min(
                $0.lowerBound, $1.argumentCount.lowerBound)...max(
                    $0.upperBound, $1.argumentCount.upperBound)
        }
    }

    /// The names of all macros, for suggestions.
    static func names(isMember: Bool) -> [String] {
        all.filter { $0.isMember == isMember && $0.namespace == nil }.map { $0.name }
    }
}
