/// Whether colours are welcome where a program writes: one rule for all programs.
package enum ColourRule {
    /// Decides from the environment (<https://no-color.org>, <https://bixense.com/clicolors>).
    ///
    /// - Parameters:
    ///   - isTerminal: whether a terminal shows the output.
    ///   - variable: the environment variable of a name; nil where it is not set.
    /// - Returns: false where `NO_COLOR` says so; then true where `CLICOLOR_FORCE` says so; then
    ///   true on a terminal that is not dumb.
    package static func welcomesColour(
        isTerminal: Bool, variable: (String) -> String?
    ) -> Bool {
        if let refused = variable("NO_COLOR"), !refused.isEmpty { return false }
        if let forced = variable("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
        return isTerminal && variable("TERM") != "dumb"
    }
}
