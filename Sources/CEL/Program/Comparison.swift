import Text

extension Step {
    /// Defined for all values; `text` is the right side if that is known when compiling.
    static func equality(
        _ left: Step, _ right: Step, text: String?, isNegated: Bool, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
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

    static func comparison(
        _ operation: BinaryOperator, _ left: Step, _ right: Step, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
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
            return switch operation {
            case .less: .bool(order == .before)
            case .lessOrEqual: .bool(order == .before || order == .same)
            case .greater: .bool(order == .after)
            default: .bool(order == .after || order == .same)
            }
        }
    }

    /// `element in list` or `key in map`.
    static func contained(_ element: Step, in container: Step, _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
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
                    .typeMismatch, "'in': expected a list or a map, found \(container.kind)",
                    at: range)
            }
        }
    }
}
