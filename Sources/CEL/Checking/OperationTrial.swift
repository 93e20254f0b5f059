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
                Expression(kind, expression.range),
                in: environment.declaring(names, numbers: Array(names.indices), computed: []))
        else { return nil }
        self.program = program
    }

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

    /// The shape of the results of all examples; if none was accepted, also what was expected and what was found.
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

/// Values that represent all values of a shape.
enum Examples {
    /// One value, and whether it really occurs in the data or is only similar.
    struct Example {
        let value: Value
        let isExact: Bool
    }

    /// Every combination of the operands' examples; nil if an operand is always null, or if there are too many.
    ///
    /// Nulls are left out: a calculation with null gives a missing value, not a mistake.
    static func combinations(_ operands: [Shape]) -> [[Example]]? {
        for isDetailed in [true, false] {
            let choices = operands.map { examples(of: $0, isDetailed: isDetailed) }
            guard choices.allSatisfy({ !$0.isEmpty }) else { return nil }
            let count = choices.reduce(1) { $0 * min($1.count, 1_000) }
            guard count <= CELLimits.triedOperandsMax else { continue }
            return choices.reduce([[]]) { rows, choice in
                rows.flatMap { row in choice.map { row + [$0] } }
            }
        }
        return nil
    }

    private static func examples(of shape: Shape, isDetailed: Bool, depth: Int = 0) -> [Example] {
        let kinds = shape.kinds
        var examples: [Example] = []
        if kinds.contains(.bool) {
            examples += [true, false].map { Example(value: .bool($0), isExact: true) }
        }
        if kinds.contains(.int) { examples.append(inexact(.int(1))) }
        if kinds.contains(.uint) { examples.append(inexact(.uint(1))) }
        if kinds.contains(.double) { examples.append(inexact(.double(1.5))) }
        if kinds.contains(.string) { examples += texts(shape.texts, isDetailed: isDetailed) }
        if kinds.contains(.list) { examples += lists(shape.elements.first, depth: depth) }
        if kinds.contains(.map) { examples.append(inexact(Value(["a": .int(1)]))) }
        if kinds.contains(.other) { examples.append(inexact(.bytes([]))) }
        return examples
    }

    private static func texts(_ texts: Set<String>?, isDetailed: Bool) -> [Example] {
        if isDetailed, let texts, !texts.isEmpty, texts.count <= 12 {
            return texts.sorted().map { Example(value: .string($0), isExact: true) }
        }
        // A text that is a number can be converted; a text that is not a number cannot.
        return ["a", "1"].map { inexact(.string($0)) }
    }

    private static func lists(_ element: Shape?, depth: Int) -> [Example] {
        let empty = inexact(Value([Value]()))
        guard depth < 2 else { return [empty] }
        var element = element ?? .unknown
        if element.isUnknown {
            element = Shape([.bool, .int, .double, .string], texts: nil)
            return [empty] + examples(of: element, isDetailed: false, depth: depth + 1).map(list)
        }
        return examples(of: element, isDetailed: false, depth: depth + 1).map(list)
    }

    private static func list(_ element: Example) -> Example { inexact(Value([element.value])) }
    private static func inexact(_ value: Value) -> Example {
        Example(value: value, isExact: false)
    }
}
