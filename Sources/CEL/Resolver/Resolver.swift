/// Names become variables or slots, calls become functions; it continues after a mistake, so that it finds all of them.
struct Resolver {
    let environment: Environment
    var findings: [CompileError.Finding] = []
    /// The variables of comprehensions that are visible here, the innermost last.
    var scopes: [Scope] = []
    var localCount = 0
    var comprehensionNesting = 0
    var functions: [String] = []

    /// A variable of a loop; a structure, because the type of a list of tuples costs a start twice as much.
    struct Scope {
        let name: String
        let slot: Int
    }

    static func resolve(
        _ expression: Expression, in environment: Environment
    ) throws(CompileError) -> Program {
        var resolver = Resolver(environment: environment)
        let root = resolver.step(expression)
        guard resolver.findings.isEmpty else {
            let sorted = resolver.findings.ordered { $0.range.offset < $1.range.offset }
            throw CompileError(findings: sorted)
        }
        return Program(
            root: root, localCount: resolver.localCount, limits: environment.limits,
            functions: resolver.functions)
    }

    mutating func step(_ expression: Expression) -> Step {
        let range = expression.range
        switch expression.kind {
        case .literal(let value): return .constant(value)
        case .identifier, .select: return selection(expression)
        case .index(let operand, let key, let isOptional):
            return .index(step(operand), step(key), isOptional: isOptional, key.range)
        case .call(let call): return self.call(call, range)
        case .list(let elements):
            return .list(
                elements.map {
                    Step.Element(
                        value: step($0.value), isOptional: $0.isOptional, range: $0.value.range)
                }, range)
        case .map(let entries):
            return .map(
                entries.map {
                    Step.Entry(
                        key: step($0.key), value: step($0.value), isOptional: $0.isOptional,
                        keyRange: $0.key.range, valueRange: $0.value.range)
                }, range)
        case .unary(.not, let operand): return .not(step(operand), operand.range)
        case .unary(.negate, let operand): return .negate(step(operand), range)
        case .binary(let operation, let left, let right):
            return binary(operation, left, right, range)
        case .conditional(let condition, let yes, let no):
            return .conditional(step(condition), step(yes), step(no), condition.range)
        case .presence(let operand, let name): return .presence(step(operand), name)
        case .comprehension(let comprehension): return self.comprehension(comprehension)
        case .fallback(let optional, let other, let unwraps):
            return .fallback(
                step(optional), step(other), unwraps: unwraps, optional.range, other.range)
        }
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression, _ range: SourceRange
    ) -> Step {
        let (leftStep, rightStep) = (step(left), step(right))
        switch operation {
        case .or, .and:
            return .logic(leftStep, rightStep, deciding: operation == .or, left.range, right.range)
        case .equal, .notEqual:
            let text: String? =
                if case .literal(.string(let text)) = right.kind { text } else { nil }
            return .equality(
                leftStep, rightStep, text: text, isNegated: operation == .notEqual, range)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return .comparison(operation, leftStep, rightStep, range)
        case .contained: return .contained(leftStep, in: rightStep, range)
        case .add, .subtract, .multiply, .divide, .modulo:
            return .arithmetic(operation, leftStep, rightStep, range)
        }
    }

    /// Adds a mistake; the operation in its place is never evaluated.
    mutating func refuse(
        _ message: String, at range: SourceRange, remedy: String? = nil,
        unknown: CompileError.UnknownName? = nil
    ) -> Step {
        findings.append(
            CompileError.Finding(
                message: message, range: range, remedy: remedy, unknown: unknown))
        return .constant(.null)
    }

    /// A comprehension; its variable is visible in its filter and body only.
    mutating func comprehension(_ comprehension: Comprehension) -> Step {
        // The range is resolved once, before: a chain of comprehensions multiplies nothing.
        let range = step(comprehension.range)
        comprehensionNesting += 1
        defer { comprehensionNesting -= 1 }
        let limit = environment.limits.comprehensionNestingMax
        guard comprehensionNesting <= limit else {
            return refuse(
                "expected at most \(limit) comprehensions inside each other",
                at: comprehension.range.range, remedy: "split the expression")
        }
        // Each variable has its own slot, so none overwrites another that is still needed.
        let slot = localCount
        localCount += 1
        scopes.append(Scope(name: comprehension.variable.text, slot: slot))
        let filter = comprehension.filter.map { step($0) }
        let body = step(comprehension.body)
        scopes.removeLast()
        let loop = Loop(
            range: range, rangeRange: comprehension.range.range, slot: slot, filter: filter,
            filterRange: (comprehension.filter ?? comprehension.body).range,
            body: body, bodyRange: comprehension.body.range)
        switch comprehension.form {
        case .all: return .quantifier(loop, deciding: false)
        case .exists: return .quantifier(loop, deciding: true)
        case .existsOne: return .existsOne(loop)
        case .filter: return .filter(loop)
        case .map: return .list(of: loop)
        }
    }
}
