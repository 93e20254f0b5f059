extension Resolver {
    /// A call of a function: of a qualified name, or on a value.
    mutating func call(_ call: Expression.Call, _ range: SourceRange) -> Step {
        guard let target = call.target else {
            for name in candidates(call.name.text, isRooted: call.isRooted) {
                if let function = environment.functions.find(name, isMember: false) {
                    return self.call(function, call.arguments, call, range)
                }
            }
            return unknown(call, range)
        }
        if let qualifier = qualifiedText(target) {
            for name in candidates(
                "\(qualifier.text).\(call.name.text)", isRooted: qualifier.isRooted)
            {
                if let function = environment.functions.find(name, isMember: false) {
                    return self.call(function, call.arguments, call, range)
                }
            }
        }
        if let function = environment.functions.find(call.name.text, isMember: true) {
            return self.call(function, [target] + call.arguments, call, range)
        }
        return unknown(call, range)
    }

    private mutating func call(
        _ function: Function, _ arguments: [Expression], _ call: Expression.Call,
        _ range: SourceRange
    ) -> Step {
        functions.append(function.name)
        guard function.arity.contains(arguments.count) else {
            let implied = function.isMember ? 1 : 0
            let expected = Self.arguments(
                function.arity.lowerBound - implied...function.arity.upperBound - implied)
            return fail(
                .noSuchFunction(call.name.text),
                "\(function.name): expected \(expected), found \(call.arguments.count)", range)
        }
        return .call(function, arguments.map { step($0) }, range)
    }

    /// A dotted name that is no comprehension variable, as text.
    private func qualifiedText(_ expression: Expression) -> (text: String, isRooted: Bool)? {
        var parts: [String] = []
        var operand = expression
        while case .select(let inner, let name, isOptional: false) = operand.kind, !name.isQuoted {
            parts.append(name.text)
            operand = inner
        }
        guard case .identifier(let name, let isRooted) = operand.kind,
            isRooted || slot(name.text) == nil
        else { return nil }
        parts.append(name.text)
        return (Array(parts.reversed()).joined(separator: "."), isRooted)
    }

    private mutating func unknown(_ call: Expression.Call, _ range: SourceRange) -> Step {
        let name = call.name.text
        let isMember = call.target != nil
        if let lacking = LackingFunction(name) {
            return fail(
                .noSuchFunction(name),
                "expected a function, found '\(name)', which this language does not have",
                call.name.range, lacking.remedy, unknown: .function(name))
        }
        // Its arguments may have mistakes of their own.
        if let target = call.target, environment.undeclared == .refused, !isNamespace(target) {
            _ = step(target)
        }
        if let counts = Macro.argumentCounts(name, isMember: isMember) {
            return fail(
                .noSuchFunction(name),
                "\(name): expected \(Self.arguments(counts)), found \(call.arguments.count)", range)
        }
        for argument in call.arguments where environment.undeclared == .refused {
            _ = step(argument)
        }
        var remedy: String?
        if !isMember, let sign = WordOperator.remedy(for: name) {
            remedy = sign
        } else if environment.functions.find(name, isMember: !isMember) != nil {
            remedy = isMember ? "write \(name)(x)" : "write x.\(name)()"
        } else if let target = call.target, let qualifier = qualifiedText(target)?.text,
            isNamespace(target)
        {
            remedy = Self.suggestion(
                for: "\(qualifier).\(name)", among: environment.functions.names(isMember: false))
        } else {
            remedy = Self.suggestion(
                for: name,
                among: environment.functions.names(isMember: isMember)
                    + Macro.names(isMember: isMember))
        }
        return fail(
            .noSuchFunction(name),
            "expected a function, found the unknown name '\(name)'", call.name.range, remedy,
            unknown: .function(name))
    }

    /// Whether functions are called on this name without its being a value, as in `math.abs(x)`.
    private func isNamespace(_ target: Expression) -> Bool {
        guard let text = qualifiedText(target)?.text else { return false }
        return environment.functions.names(isMember: false).contains { $0.hasStart(text + ".") }
    }

    private mutating func fail(
        _ kind: EvaluationError.Kind, _ message: String, _ range: SourceRange,
        _ remedy: String? = nil, unknown: CompileError.UnknownName? = nil
    ) -> Step {
        guard environment.undeclared == .refused else {
            return .unresolved(EvaluationError(kind, message, at: range))
        }
        return refuse(message, at: range, remedy: remedy, unknown: unknown)
    }

    private static func arguments(_ counts: ClosedRange<Int>) -> String {
        let (least, most) = (counts.lowerBound, counts.upperBound)
        if least == most { return "\(least) argument\(least == 1 ? "" : "s")" }
        return most == Int.max ? "at least \(least) arguments" : "\(least) to \(most) arguments"
    }
}

/// A function that other implementations have and this one, since version 0.9, does not; it is no misspelt name.
struct LackingFunction {
    /// What to write instead; nil if there is nothing.
    let remedy: String?

    init?(_ name: String) {
        switch name {
        case "bind": remedy = "write the value where it is used"
        case "existsOne": remedy = "write exists_one"
        case "format": remedy = "write string(x), and join texts with +"
        case "matches": remedy = "write contains, startsWith or endsWith"
        case "optMap", "optFlatMap": remedy = "write has(x.name) ? … : …"
        case "transformList": remedy = "write map, whose name stands for an element or a key"
        case "value": remedy = "write orValue(x)"
        case "of", "none", "ofNonZeroValue", "unwrap", "unwrapOpt", "transformMap",
            "transformMapEntry", "quote", "bitAnd", "bitOr", "bitXor", "bitNot", "bitShiftLeft",
            "bitShiftRight", "timestamp", "duration", "getFullYear", "getMonth", "getDate",
            "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getHours", "getMinutes",
            "getSeconds", "getMilliseconds":
            remedy = nil
        default: return nil
        }
    }
}
