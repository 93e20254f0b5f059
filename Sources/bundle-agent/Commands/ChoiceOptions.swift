import ArgumentParser
import BundleFormat
import BundleUpdater
import SeasonClient

/// The common options of the commands that change what people want of this machine.
struct ChoiceOptions: ParsableArguments {
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false

    /// Makes a choice and prints its result.
    ///
    /// - Parameter sought: the content that the choice needs; nil for none.
    /// - Throws: `ChoiceError` or ``Failure`` if the choice is not possible, `AgentError` if it failed.
    func choose(
        seeking sought: SoughtContent? = nil,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws {
        let poller = Poller(try AgentConfiguration(common, polling, forPolling: true))
        let chosen = try poller.choose(isDryRun: dryRun, seeking: sought, decide).get()
        let text = ChoiceText(chosen: chosen, isDryRun: dryRun)
        try Console.result(lines: text.lines)
        for trouble in text.troubles { Console.message(trouble) }
        // What is newer than a choice is decided by times.
        let now = SystemClock.unixSeconds()
        let problem = Diagnosis.doubtfulClock(
            poller.state, lastPoll: .read(poller.state, .standard), nowUnixSeconds: now)
        if let problem {
            Console.message("clock: \(problem); then make this choice again")
        }
        // The command itself would fail there.
        if dryRun, let trouble = StateTrouble.find(poller.state, isPolled: false) {
            throw Failure(trouble.sentence)
        }
    }
}

extension BundleYear: ExpressibleByArgument {
    /// Reads four digits; nil for every other text.
    public init?(argument: String) { self.init(argument) }
}
