import ArgumentParser
import BundleFormat
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

struct ResumeCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Ends a hold, or the rollback of a season.",
        discussion: """
            Without a year it ends the hold. The next poll follows what is published; 'bundle-agent \
            poll' does it now. Pins and rollbacks stay.

            With years it ends their rollbacks: each serves at once what it served before, also on a \
            machine that is held.

            Examples:
              bundle-agent resume
              bundle-agent resume && bundle-agent poll
              bundle-agent resume 2026

            \(ExitStatus.choiceHelp)
            """)

    @Argument(help: ArgumentHelp("Seasons that were rolled back.", valueName: "year"))
    var years: [BundleYear] = []
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose { (facts) throws(ChoiceError) in
            years.isEmpty ? facts.hold(false) : try facts.resume(years)
        }
    }
}
