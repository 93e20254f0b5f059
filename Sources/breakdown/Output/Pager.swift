import Terminals

/// The program that shows text that is longer than the screen, as in git.
struct Pager: Equatable {
    /// A command of the shell.
    let command: String
    /// Lines that fit on the screen with the prompt below them.
    let screenLines: Int

    /// The environment variables that the pager gets: it must show colours.
    ///
    /// Without settings of the person's own, `less` also ends at once if everything fits and leaves the
    /// text on the screen. What is needed stands before the person's own settings, because a text in
    /// these, such as a prompt, reaches to their end.
    static func variables(_ variable: (String) -> String?) -> [String] {
        [
            "LESS=\(variable("LESS").map { "-R \($0)" } ?? "FRX")",
            "LV=\(variable("LV").map { "-c \($0)" } ?? "-c")",
        ]
    }

    /// Decides whether there is a pager; nil if there is none.
    ///
    /// There is none if the output is no terminal, or if `$PAGER` is empty, `cat` or not installed.
    init?(isWanted: Bool, in surroundings: Surroundings) {
        guard isWanted, surroundings.isTerminal, let lines = surroundings.terminalLines,
            !TerminalKind.isDumb(surroundings.variable)
        else { return nil }
        let command = surroundings.variable("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return nil }
        guard Self.mayStart(command) else { return nil }
        self.command = command
        screenLines = max(1, lines - 1)
    }

    /// False if the command is a program that is not installed; for any other command the shell decides.
    private static func mayStart(_ command: String) -> Bool {
        let program = command.split(separator: " ").first.map(String.init) ?? command
        let isPlain = program.utf8.allSatisfy {
            $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "._-/+".utf8.contains($0)
        }
        return !isPlain || Helper.isInstalled(program)
    }
}
