import ArgumentParser
import UpdatePolicy

/// `reset`: goes back to the seasons inside the program, and forgets all choices.
struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Goes back to the seasons inside the program, without any choice.",
        discussion: """
            Pins, holds, rollbacks and what is known of failures are forgotten. What is trusted is \
            not, so nobody can make this machine take older metadata. The next poll follows the \
            repository again; 'bundle-agent hold' behind it keeps that from happening.

            Examples:
              bundle-agent reset --dry-run
              bundle-agent reset

            Exit status: 0 done, 1 not possible, 64 wrong usage.
            """)

    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in facts.reset() }
    }
}
