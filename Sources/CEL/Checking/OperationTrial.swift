/// One operation, ready to be evaluated with any operands.
///
/// A check has no list of the kinds of values that an operation takes. Instead it tries the operation on examples.
struct OperationTrial {
    private let program: Program
    private let names: [String]

    /// Puts variables in the operands' places; nil if the operation has no meaning.
    init?(_ expression: Expression, _ operands: [Expression], in environment: Environment) {
        names = operands.indices.map { "\($0)" }
        var places = zip(names, operands).map { name, operand in
            Expression(
                .identifier(Expression.Name(text: name, range: operand.range), isRooted: true),
                operand.range)
        }[...]
        let kind: Expression.Kind
        switch expression.kind {
        case .unary(let operation, _): kind = .unary(operation, places[0])
        case .binary(let operation, _, _): kind = .binary(operation, places[0], places[1])
        case .call(let call):
            let target = operands.count > call.arguments.count ? places.popFirst() : call.target
            kind = .call(
                Expression.Call(
                    target: target, name: call.name, arguments: Array(places),
                    isRooted: call.isRooted))
        default: return nil
        }
        guard
            let program = try? Resolver.resolve(
                Expression(kind, expression.range), in: environment.declaring(names))
        else { return nil }
        self.program = program
    }

    /// The result for some operands.
    func result(_ operands: [Value]) -> Result<Value, EvaluationError> {
        var activation: [String: Value] = [:]
        for (name, operand) in zip(names, operands) where activation[name] == nil {
            activation[name] = operand
        }
        do {
            return .success(try program.evaluate(activation))
        } catch {
            return .failure(error)
        }
    }

    /// Tries all examples of the operands.
    ///
    /// - Returns: the shape of the results; if no example was accepted, also what was expected and what was found.
    func run(_ operands: [Shape]) -> (shape: Shape, mismatch: String?) {
        guard let rows = Examples.combinations(operands) else { return (.unknown, nil) }
        var shape = Shape.none
        var mismatch: String?
        var hasOnlyMismatches = true
        for row in rows {
            switch result(row.map { $0.value }) {
            case .success(let value):
                var one = Shape(of: value)
                // A text made from examples is only an example itself.
                if !row.allSatisfy({ $0.isExact }) { one = one.forgettingTexts }
                shape.formUnion(one)
            case .failure(let error) where error.kind == .typeMismatch:
                mismatch = mismatch ?? error.message
            case .failure:
                hasOnlyMismatches = false
            }
        }
        guard shape.kinds.isEmpty else { return (shape, nil) }
        return (.unknown, hasOnlyMismatches ? mismatch : nil)
    }
}

extension Environment {
    /// The same environment with other variables.
    fileprivate func declaring(_ names: [String]) -> Environment {
        declaring(names, numbers: Array(names.indices), computed: [])
    }
}
