import ArgumentParser
import BundleFormat
import BundleUpdater
import SeasonClient

/// A command that changes what people want of this machine.
///
/// Its groups of options stand in it and not in one group: the parser of arguments checks each group in a debug build,
/// and for a group in a group five times as long.
protocol ChoiceCommand: ParsableCommand {
    var polling: PollOptions { get }
    var common: CommonOptions { get }
    var dryRun: Bool { get }
}

extension ChoiceCommand {
    static var dryRunHelp: ArgumentHelp { "Show what would change, and change nothing." }

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
