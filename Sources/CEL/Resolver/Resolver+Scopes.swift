extension Resolver {
    /// A comprehension; its variables are visible in its filter and body only.
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
        let visible = scopes.count
        invariants.begin(firstSlot: localCount)
        let slot = declare(comprehension.variable)
        let secondSlot = comprehension.secondVariable.map { declare($0) }
        let filter = comprehension.filter.map { step($0) }
        let body = step(comprehension.body)
        scopes.removeLast(scopes.count - visible)
        let loop = Loop(
            range: range, rangeRange: comprehension.range.range, slot: slot, secondSlot: secondSlot,
            filter: filter, filterRange: (comprehension.filter ?? comprehension.body).range,
            body: body, bodyRange: comprehension.body.range, invariants: invariants.end())
        switch comprehension.form {
        case .all: return .quantifier(loop, deciding: false)
        case .exists: return .quantifier(loop, deciding: true)
        case .existsOne: return .existsOne(loop)
        case .filter: return .filter(loop)
        case .list: return .list(of: loop)
        case .map: return .map(of: loop)
        case .mapEntries: return .entries(of: loop)
        }
    }

    /// A binding; its name is visible in its body only.
    mutating func binding(_ binding: Expression.Binding) -> Step {
        let value = step(binding.value)
        let visible = scopes.count
        let slot = declare(binding.variable)
        let body = step(binding.body)
        scopes.removeLast(scopes.count - visible)
        switch binding.form {
        case .plain: return .bind(slot: slot, value, in: body)
        case .optionalMap, .optionalFlatMap:
            return .optionalBind(
                slot: slot, value, in: body, isFlat: binding.form == .optionalFlatMap,
                binding.value.range, binding.body.range)
        }
    }

    /// Each variable has its own slot, so none overwrites another that is still needed.
    private mutating func declare(_ name: Expression.Name) -> Int {
        let slot = localCount
        localCount += 1
        scopes.append(Scope(name: name.text, slot: slot))
        return slot
    }
}
