/// What an evaluation may still spend.
struct Budget {
    /// Steps that the evaluation may take before it looks again at what the others took.
    private var fuelSteps: Int
    private var grantedSteps: Int
    /// The evaluation's own steps that were left at the last reading.
    private var ownSteps: Int
    private var producedBytes: Int
    private let shared: SharedFuel?

    init(_ limits: CELLimits, sharing shared: SharedFuel? = nil) {
        ownSteps = limits.fuelStepsMax
        producedBytes = limits.producedBytesMax
        grantedSteps = min(ownSteps, shared?.stepsLeft ?? .max)
        fuelSteps = grantedSteps
        self.shared = shared
    }

    mutating func spend(_ steps: Int = 1) throws(FunctionError) {
        if isOverspent(by: steps) { throw outOfFuel() }
    }

    /// Pays for work; true if there was not enough left.
    @inline(__always)
    mutating func isOverspent(by steps: Int) -> Bool {
        fuelSteps &-= steps
        return fuelSteps < 0
    }

    /// Pays for reading this many bytes: 64 take about as long as a step.
    mutating func scan(_ bytes: Int) throws(FunctionError) {
        if bytes >= 64 { try spend(bytes / 64) }
    }

    /// Pays for visiting this many elements one after the other: eight take about as long as a step.
    mutating func visit(_ elements: Int) throws(FunctionError) {
        if elements >= 8 { try spend(elements / 8) }
    }

    /// Pays for reading a value: each byte of a text, each element of a list.
    mutating func look(through value: Value) throws(FunctionError) {
        switch value {
        case .string(let text): try scan(text.utf8.count)
        case .bytes(let bytes): try scan(bytes.count)
        case .list(let list): try visit(list.count * 2)
        case .map(let map): try visit(map.count * 4)
        default: break
        }
    }

    /// Pays for finding a key in a map: a long one is compared byte by byte.
    mutating func find(_ key: MapKey, in map: any MapValue) throws(FunctionError) {
        guard case .string(let text) = key else { return }
        try find(text, in: map)
    }

    /// Pays for finding a text in a map; a binary search compares it with a few keys.
    mutating func find(_ key: String, in map: any MapValue) throws(FunctionError) {
        let bytes = key.utf8.count
        if bytes >= 64 { try scan(bytes * Self.comparisons(among: map.count)) }
    }

    /// Pays for sorting one key into others.
    mutating func sort(_ key: MapKey, among count: Int) throws(FunctionError) {
        var bytes = 8
        if case .string(let text) = key { bytes += text.utf8.count }
        try scan(bytes * Self.comparisons(among: count))
    }

    private static func comparisons(among count: Int) -> Int {
        max(1, Int.bitWidth - count.leadingZeroBitCount)
    }

    mutating func sorted(_ keys: [MapKey]) throws(FunctionError) -> [MapKey] {
        for key in keys { try sort(key, among: keys.count) }
        return keys.ordered { $0 < $1 }
    }

    /// Pays for making bytes of text, list or map.
    mutating func produce(_ bytes: Int) throws(FunctionError) {
        try reserve(bytes)
        producedBytes -= bytes
        try scan(bytes)
    }

    /// Pays for making a text of less than 64 bytes; false if it is longer or too much, and then pays nothing.
    mutating func makeShort(_ bytes: Int) -> Bool {
        guard bytes < 64, bytes <= producedBytes else { return false }
        producedBytes -= bytes
        return true
    }

    /// Checks before the work whether making this many bytes is affordable.
    func reserve(_ bytes: Int) throws(FunctionError) {
        guard bytes <= producedBytes else { throw Self.outOfData }
    }

    mutating func list(_ elements: [Value]) throws(FunctionError) -> Value {
        try visit(elements.count)
        let list = NativeList(elements)
        try produce(list.weightBytes)
        return .list(list)
    }

    mutating func string(_ text: String) throws(FunctionError) -> Value {
        try produce(text.utf8.count)
        return .string(text)
    }
}

// MARK: - Together with other evaluations

extension Budget {
    /// Writes the steps taken to the shared fuel; before another evaluation begins, and at the end.
    mutating func settle() {
        guard let shared else { return }
        let taken = grantedSteps - max(fuelSteps, 0)
        // An evaluation that wanted more than was left has used up everything.
        shared.take(fuelSteps < 0 && grantedSteps < ownSteps ? .max : taken)
        ownSteps -= taken
        grantedSteps = 0
        fuelSteps = 0
    }

    /// Reads what the shared fuel has left.
    mutating func renew() {
        guard let shared else { return }
        grantedSteps = min(ownSteps, shared.stepsLeft)
        fuelSteps = grantedSteps
    }

    func outOfFuel() -> FunctionError {
        grantedSteps < ownSteps ? Self.outOfSharedFuel : Self.outOfOwnFuel
    }

    private static let outOfOwnFuel = FunctionError(
        .limitExceeded, "the expression takes too many steps")
    static let outOfSharedFuel = FunctionError(
        .limitExceeded, "the expressions together take too many steps")
    private static let outOfData = FunctionError(
        .limitExceeded, "the expression makes texts or lists that are too long")
}
