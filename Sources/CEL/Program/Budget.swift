/// What an evaluation may still spend.
struct Budget {
    private var fuelSteps: Int
    private var producedBytes: Int

    init(_ limits: CELLimits) {
        fuelSteps = limits.fuelStepsMax
        producedBytes = limits.producedBytesMax
    }

    /// Pays for work.
    mutating func spend(_ steps: Int = 1) throws(FunctionError) {
        fuelSteps &-= steps
        if fuelSteps < 0 { throw Self.outOfFuel }
    }

    /// Pays for looking through so many bytes: 64 take about as long as a step.
    mutating func scan(_ bytes: Int) throws(FunctionError) {
        if bytes >= 64 { try spend(bytes / 64) }
    }

    /// Pays for making so many bytes of text, list or map.
    mutating func produce(_ bytes: Int) throws(FunctionError) {
        try reserve(bytes)
        producedBytes -= bytes
    }

    /// Makes sure, before the work is begun, that making so many bytes is affordable.
    func reserve(_ bytes: Int) throws(FunctionError) {
        guard bytes <= producedBytes else { throw Self.outOfData }
    }

    /// Makes a list and pays for it.
    mutating func list(_ elements: [Value]) throws(FunctionError) -> Value {
        let list = NativeList(elements)
        try produce(list.weightBytes)
        return .list(list)
    }

    /// Makes a text and pays for it.
    mutating func string(_ text: String) throws(FunctionError) -> Value {
        try produce(text.utf8.count)
        return .string(text)
    }

    private static let outOfFuel = FunctionError(
        .limitExceeded, "the expression takes too many steps")
    private static let outOfData = FunctionError(
        .limitExceeded, "the expression makes too much text or too long lists")
}
