/// `+` and `-` of timestamps and durations, or nil for other operands.
func temporal(
    _ operation: BinaryOperator, _ left: Value, _ right: Value
) throws(FunctionError) -> Value? {
    switch (operation, left, right) {
    case (.add, .timestamp(let moment), .duration(let span)),
        (.add, .duration(let span), .timestamp(let moment)):
        return .timestamp(try inRange(moment.advanced(byNanoseconds: span.nanoseconds), operation))
    case (.subtract, .timestamp(let moment), .duration(let span)):
        let opposite = span.nanoseconds == .min ? nil : -span.nanoseconds
        return .timestamp(
            try inRange(opposite.flatMap { moment.advanced(byNanoseconds: $0) }, operation))
    case (.subtract, .timestamp(let left), .timestamp(let right)):
        return .duration(
            Value.Duration(nanoseconds: try inRange(left.nanoseconds(since: right), operation)))
    case (.add, .duration(let left), .duration(let right)):
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return .duration(Value.Duration(nanoseconds: try inRange(overflow ? nil : sum, operation)))
    case (.subtract, .duration(let left), .duration(let right)):
        let (rest, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return .duration(Value.Duration(nanoseconds: try inRange(overflow ? nil : rest, operation)))
    default: return nil
    }
}

private func inRange<Result>(
    _ result: Result?, _ operation: BinaryOperator
) throws(FunctionError) -> Result {
    guard let result else {
        throw FunctionError(
            .overflow,
            "'\(operation.symbol)': expected a time in the years 1 to 9999 or a span up to 292 years"
        )
    }
    return result
}
