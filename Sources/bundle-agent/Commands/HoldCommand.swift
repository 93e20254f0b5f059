import ArgumentParser
import UpdatePolicy

/// `hold`: keeps everything as it is until it is resumed.
struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keeps everything as it is until it is resumed.",
        discussion: """
            Polls go on and report what is published, but nothing of it is installed. What the \
            publisher recalls is taken away all the same, and what is damaged is repaired.

            Examples:
              bundle-agent hold          before an event
              bundle-agent resume        after it

            Exit status: 0 done, 1 not possible, 64 wrong usage.
            """)

    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in facts.hold(true) }
    }
}
