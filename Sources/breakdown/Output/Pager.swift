/// The program that shows what is longer than the screen, as git does.
struct Pager: Equatable {
    /// A command of the shell.
    let command: String
    /// Lines that fit on the screen with the prompt below them.
    let screenLines: Int

    /// `less` ends at once if everything fits, shows colours and leaves the text on the screen.
    static let variables = ["LESS=FRX", "LV=-c"]

    /// Decides whether there is a pager.
    ///
    /// - Parameters:
    ///   - isWanted: whether the person wants one.
    ///   - surroundings: facts about the output.
    ///   - The result is nil if the output is no terminal, or `$PAGER` is empty or `cat`.
    init?(isWanted: Bool, in surroundings: Surroundings) {
        guard isWanted, surroundings.isTerminal, let lines = surroundings.terminalLines,
            surroundings.variable("TERM") != "dumb"
        else { return nil }
        let command = surroundings.variable("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return nil }
        if command == "less", !Helper.isInstalled("less") { return nil }
        self.command = command
        screenLines = max(1, lines - 1)
    }
}
