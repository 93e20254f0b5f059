extension Resolver {
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
