import ArgumentParser
import BundleFormat
import BundleUpdater
import SeasonClient
import UpdatePolicy

/// The common options of the commands that change what people want of this machine.
struct ChoiceOptions: ParsableArguments {
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Show what would become of it, change nothing.") var dryRun = false

    /// Makes a choice and prints its result.
    ///
    /// - Parameter sought: the content that the choice needs; nil for none.
    /// - Throws: `ExitCode` if the choice is not possible; its message is already printed.
    func choose(
        seeking sought: SoughtContent? = nil,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws {
        let poller = Poller(try AgentConfiguration(common, polling, forPolling: true))
        let outcome: Result<Chosen, ChoiceError>
        do throws(AgentError) {
            outcome = try poller.choose(isDryRun: dryRun, seeking: sought, decide)
        } catch {
            Console.message(error.description)
            throw ExitCode(error.family.exitStatus)
        }
        switch outcome {
        case .success(let chosen):
            let text = ChoiceText(chosen: chosen, isDryRun: dryRun)
            try Console.result(lines: text.lines)
            for trouble in text.troubles { Console.message(trouble) }
            // The command itself would fail there.
            if dryRun, let trouble = StateTrouble.find(poller.state, isPolled: false) {
                Console.message(trouble.sentence)
                throw ExitCode(ExitStatus.failed)
            }
        case .failure(let error):
            Console.message(error.message)
            throw ExitCode(ExitStatus.failed)
        }
    }
}

extension BundleYear: ExpressibleByArgument {
    /// Reads four digits; nil for every other text.
    public init?(argument: String) { self.init(argument) }
}
