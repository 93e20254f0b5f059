/// What a terminal can do, from its name; one rule for all programs.
package enum TerminalKind {
    /// Whether a terminal obeys no escape sequences: `TERM` is `dumb` or `unknown`, as in terminfo; most terminals obey.
    package static func isDumb(_ variable: (String) -> String?) -> Bool {
        switch variable("TERM") {
        case "dumb", "unknown": true
        default: false
        }
    }
}

/// Decides whether colours are welcome; one rule for all programs.
package enum ColourRule {
    /// Decides from the environment (<https://no-color.org>, <https://bixense.com/clicolors>): false if `NO_COLOR` asks for
    /// it, and on a dumb terminal, which would print the sequences; else true if `CLICOLOR_FORCE` asks for it, or on a
    /// terminal.
    package static func welcomesColour(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        if let refused = variable("NO_COLOR"), !refused.isEmpty { return false }
        if isTerminal, TerminalKind.isDumb(variable) { return false }
        if let forced = variable("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
        return isTerminal
    }
}
