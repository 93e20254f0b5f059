/// The program that shows text that is longer than the screen, as in git.
struct Pager: Equatable {
    /// A command of the shell.
    let command: String
    /// Lines that fit on the screen with the prompt below them.
    let screenLines: Int

    /// `less` ends at once if everything fits, shows colours and leaves the text on the screen.
    static let variables = ["LESS=FRX", "LV=-c"]

    /// Decides whether there is a pager; nil if there is none.
    ///
    /// There is none if the output is no terminal, or if `$PAGER` is empty, `cat` or not installed.
    ///
    /// - Parameters:
    ///   - isWanted: whether the person wants one.
    ///   - surroundings: facts about the output.
    init?(isWanted: Bool, in surroundings: Surroundings) {
        guard isWanted, surroundings.isTerminal, let lines = surroundings.terminalLines,
            surroundings.variable("TERM") != "dumb"
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
