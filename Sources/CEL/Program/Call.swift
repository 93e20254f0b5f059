extension Step {
    /// A function with its arguments; an error in an argument is the call's error.
    static func call(_ function: Function, _ arguments: [Step], _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range, operands: arguments.count)
            // In a loop each call uses the room of the one before it. An inner call finds none, and makes its own.
            var values: [Value] = []
            swap(&values, &evaluation.spareArguments)
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try argument.evaluate(&evaluation)) }
            do throws(FunctionError) {
                let result = try function.body(values, &evaluation.budget)
                // Faster than `removeAll`, which makes room for another number of elements.
                while values.popLast() != nil {}
                evaluation.spareArguments = values
                return result
            } catch {
                throw EvaluationError(error, at: range)
            }
        }
    }
}
