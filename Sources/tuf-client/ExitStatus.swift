/// How the program ends: the conformance suite knows only these two statuses.
enum ExitStatus {
    /// The command did its work.
    static let done: Int32 = 0
    /// Everything else, wrong usage too.
    static let failed: Int32 = 1
}
