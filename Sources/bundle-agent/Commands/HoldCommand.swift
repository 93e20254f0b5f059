import ArgumentParser
import SeasonClient

struct HoldCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keeps everything as it is until 'resume'.",
        discussion: """
            Polls continue and report what is published, but install nothing. What the publisher \
            recalls, or only a superseded key has signed, is still removed, and what is damaged is \
            still repaired.

            Examples:
              bundle-agent hold          before an event
              bundle-agent resume        after it

            \(ExitStatus.choiceHelp)
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose { (facts) throws(ChoiceError) in facts.hold(true) }
    }
}
