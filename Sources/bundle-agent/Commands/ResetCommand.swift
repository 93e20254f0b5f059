import ArgumentParser
import SeasonClient

struct ResetCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Goes back to the seasons inside the program and forgets all choices.",
        discussion: """
            Forgets pins, holds, rollbacks and failures. It does not forget the trusted metadata, so \
            this machine still refuses older metadata. The next poll follows the repository \
            again; run 'bundle-agent hold' after it to prevent that.

            Examples:
              bundle-agent reset --dry-run
              bundle-agent reset

            \(ExitStatus.choiceHelp)
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose { (facts) throws(ChoiceError) in facts.reset() }
    }
}
