/// What a terminal can do, from its name; one rule for all programs.
package enum TerminalKind {
    /// Whether a terminal obeys no escape sequences: `TERM` is `dumb` or `unknown`, as in terminfo; most terminals obey.
    package static func isDumb(_ variable: (String) -> String?) -> Bool {
        switch variable("TERM") {
        case "dumb", "unknown": true
        default: false
        }
    }

    /// Whether signs such as ✓ and ○, and the lines of a table, may be printed.
    ///
    /// The locale must be one of UTF-8, and a terminal must be none of those that have few signs whatever the
    /// locale says: none of Debian's fonts for consoles has both ✓ and ✗.
    package static func showsSigns(isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
        isUTF8(variable) && !(isTerminal && hasFewSigns(variable("TERM") ?? ""))
    }

    /// The kernel's consoles, and terminals from the time before Unicode, by their names in terminfo.
    private static func hasFewSigns(_ name: String) -> Bool {
        // GNU Screen adds the name of its own terminal: `screen.linux`.
        let kind = name.hasPrefix("screen.") ? name.dropFirst("screen.".count) : name[...]
        if ["linux", "cons", "wsvt"].contains(where: kind.hasPrefix) { return true }
        // vt100, but not vte, which is GNOME's.
        return kind.hasPrefix("vt") && kind.dropFirst(2).first?.isWholeNumber == true
    }

    /// Of these three variables, the first one that is set decides, as in every program (POSIX, Base
    /// Definitions 8.2).
    private static func isUTF8(_ variable: (String) -> String?) -> Bool {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let bytes = locale?.utf8 else { return false }
        let codeset = bytes.firstIndex(of: UInt8(ascii: ".")).map { bytes[$0...].dropFirst() }
        let name = (codeset ?? bytes[...]).prefix { $0 != UInt8(ascii: "@") }
        let letters = String(Substring(name)).lowercased()
        return letters == "utf-8" || letters == "utf8"
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
