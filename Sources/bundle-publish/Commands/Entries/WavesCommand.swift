import ArgumentParser
import BundleFormat
import BundlePublisher
import SeasonAuthoring

/// `waves`: changes a running rollout.
struct WavesCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "waves",
        abstract: "Changes which machines follow a rollout that has begun.",
        discussion: """
            Signs metadata alone. Waves are counted from the publication, as publish takes
            them. "all": everyone follows now. "stop": machines that have the content keep it,
            nobody else follows, until "all" or other waves.

            Examples:
              bundle-publish waves 2026 all --in /srv/bundles
              bundle-publish waves 2026 stop --in /srv/bundles
              bundle-publish waves 2026 10%:0h,100%:1d --in /srv/bundles --dry-run
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Argument(
        help: ArgumentHelp("The new course.", valueName: "all|stop|waves"),
        transform: WavesEdit.Change.read)
    var change: WavesEdit.Change

    @Option(
        help: ArgumentHelp(
            "The longest random wait before a download: 10m; as it was without it.",
            valueName: "time"))
    var holdOff: TimeSpan?

    @OptionGroup var options: EntryOptions

    func validate() throws {
        if change == .stop, holdOff != nil {
            throw ValidationError("--hold-off: expected waves or all beside it, found stop")
        }
        try holdOff?.requireHoldOff()
    }

    var commands: PrintedCommands { options.commands }

    func perform() throws -> ExitCode {
        try options.publish(
            WavesEdit(year: year, change: change, holdOffSeconds: holdOff?.seconds))
    }
}

/// The machines that follow what is published; options of publish and promote.
struct RolloutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which part of all machines follows how long after the publication; everyone at once "
                + "without it.", valueName: "10%:0h,50%:2h,100%:6h"), transform: WaveList.read)
    var waves: WaveList?

    @Option(
        help: ArgumentHelp(
            "The longest random wait of a machine before it downloads: 10m.", valueName: "time"))
    var holdOff: TimeSpan?

    func validate() throws { try holdOff?.requireHoldOff() }

    /// The rollout; nil for everyone at once.
    func rollout() throws(PublishError) -> Rollout? {
        try WavesEdit.rollout(waves?.waves ?? [], holdOff?.seconds ?? 0)
    }
}

extension TimeSpan {
    /// Throws if a machine would have to wait for longer than a rollout may ask for.
    fileprivate func requireHoldOff() throws {
        guard seconds <= Rollout.holdOffSecondsMax else {
            throw ValidationError("--hold-off: expected at most 1d, found \(text)")
        }
    }
}
