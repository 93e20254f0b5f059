import ArgumentParser
import SeasonClient

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Ends a hold.",
        discussion: """
            The next poll follows what is published; 'bundle-agent poll' does it now.

            Examples:
              bundle-agent resume
              bundle-agent resume && bundle-agent poll

            \(ExitStatus.choiceHelp)
            """)

    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in facts.hold(false) }
    }
}
