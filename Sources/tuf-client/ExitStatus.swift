/// How the program ends: the conformance suite knows only these two statuses.
enum ExitStatus {
    /// The command did its work.
    static let done: Int32 = 0
    /// Any failure, including wrong usage.
    static let failed: Int32 = 1
}
