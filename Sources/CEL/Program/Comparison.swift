import CodePoints

/// `left == right` or `left != right`: defined for all values.
final class Equality: Step {
    let left: any Step
    let right: any Step
    let isNegated: Bool
    let range: SourceRange
    /// The right side if it is a text known when compiling.
    private let text: String?

    init(_ left: any Step, _ right: any Step, isNegated: Bool, _ range: SourceRange) {
        self.left = left
        self.right = right
        self.isNegated = isNegated
        text = if case .string(let text)? = (right as? Constant)?.value { text } else { nil }
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(range)
        let left = try left.evaluate(&evaluation)
        // Most comparisons are of a text in the data with one in the expression.
        if let text, case .string(let left) = left, left.utf8.count < 64 {
            return .bool(left.hasSameCodePoints(as: text) != isNegated)
        }
        let right = try right.evaluate(&evaluation)
        if case .int(let left) = left, case .int(let right) = right {
            return .bool((left == right) != isNegated)
        }
        let isEqual = try evaluation.located(range) { (budget) throws(FunctionError) in
            try left.equals(right, &budget)
        }
        return .bool(isEqual != isNegated)
    }
}

/// `<`, `<=`, `>` or `>=`.
final class Comparison: Step {
    let operation: BinaryOperator
    let left: any Step
    let right: any Step
    let range: SourceRange

    init(_ operation: BinaryOperator, _ left: any Step, _ right: any Step, _ range: SourceRange) {
        self.operation = operation
        self.left = left
        self.right = right
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(range)
        let left = try left.evaluate(&evaluation)
        let right = try right.evaluate(&evaluation)
        let order: Value.Order
        if case (.int(let left), .int(let right)) = (left, right) {
            order = Value.Order(left, right)
        } else {
            order = try evaluation.located(range) { (budget) throws(FunctionError) in
                try left.order(right, &budget)
            }
        }
        switch operation {
        case .less: return .bool(order == .before)
        case .lessOrEqual: return .bool(order == .before || order == .same)
        case .greater: return .bool(order == .after)
        default: return .bool(order == .after || order == .same)
        }
    }
}

/// `element in list` or `key in map`.
final class Contained: Step {
    let element: any Step
    let container: any Step
    let range: SourceRange

    init(_ element: any Step, _ container: any Step, _ range: SourceRange) {
        self.element = element
        self.container = container
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(range)
        let element = try element.evaluate(&evaluation)
        let container = try container.evaluate(&evaluation)
        switch container {
        case .map(let map):
            guard let key = MapKey(element) else { return .bool(false) }
            try evaluation.located(range) { (budget) throws(FunctionError) in
                try budget.find(key, in: map)
            }
            return .bool(map.value(for: key) != nil)
        case .list(let list):
            return .bool(
                try evaluation.located(range) { (budget) throws(FunctionError) in
                    for index in 0..<list.count {
                        try budget.spend()
                        if try list[index].equals(element, &budget) { return true }
                    }
                    return false
                })
        default:
            throw EvaluationError(
                .typeMismatch, "'in': expected a list or a map, found \(container.kind)", at: range)
        }
    }
}
