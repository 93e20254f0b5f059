import CEL

extension [Library] {
    /// All libraries of the standard: times and regular expressions.
    public static let standard: [Library] = [.times, .regularExpressions]
}
