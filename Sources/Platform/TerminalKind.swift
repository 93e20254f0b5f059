/// What a terminal can do, from its name; one rule for all programs.
package enum TerminalKind {
    /// Whether a terminal obeys no escape sequences: `TERM` is `dumb` or `unknown`, as in terminfo.
    ///
    /// - Returns: false if `TERM` is not set: then most terminals obey.
    package static func isDumb(_ variable: (String) -> String?) -> Bool {
        switch variable("TERM") {
        case "dumb", "unknown": true
        default: false
        }
    }
}
