/// Decides whether colours are welcome; one rule for all programs.
package enum ColourRule {
    /// Decides from the environment (<https://no-color.org>, <https://bixense.com/clicolors>).
    ///
    /// - Returns: false if `NO_COLOR` asks for it, and on a dumb terminal, which would print the sequences; else
    ///   true if `CLICOLOR_FORCE` asks for it; else true on a terminal.
    package static func welcomesColour(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        if let refused = variable("NO_COLOR"), !refused.isEmpty { return false }
        if isTerminal, TerminalKind.isDumb(variable) { return false }
        if let forced = variable("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
        return isTerminal
    }
}
