/// A compiled pattern that texts are matched with.
package protocol Pattern: AnyObject, Sendable {
    /// How many instructions it has; most of a program's memory.
    var instructionCount: Int { get }

    /// Tells whether the pattern matches a part of a text.
    func matches(_ text: String, _ budget: inout Budget) throws(FunctionError) -> Bool
}

/// Compiles a pattern.
///
/// It sets `work` to the amount of that work, even if it throws. The message of its error begins with the
/// function's
/// name.
package typealias PatternCompiler =
    @Sendable (_ pattern: String, _ work: inout Int) throws(FunctionError) -> any Pattern
