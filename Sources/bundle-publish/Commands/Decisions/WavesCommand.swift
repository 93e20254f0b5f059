import ArgumentParser
import BundleFormat
import BundlePublisher
import SeasonAuthoring

struct WavesCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "waves",
        abstract: "Changes which machines follow the content that a season shows.",
        discussion: """
            Waves are counted from the publication. "all": everyone follows now. "stop":
            machines that have the content keep it, no other machine follows, until "all"
            or other waves.

            Examples:
              bundle-publish waves 2026 all
              bundle-publish waves 2026 stop --why "wrong totals in playoffs"
              bundle-publish waves 2026 10%:0h,100%:1d --dry-run
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Argument(
        help: ArgumentHelp("The new course.", valueName: "all|stop|waves"), transform: Course.read)
    var course: Course

    @Option(
        help: ArgumentHelp(
            "The longest random wait before a download: 10m; as at the beginning without it.",
            valueName: "time"))
    var holdOff: TimeSpan?

    @OptionGroup var reason: ReasonOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    func validate() throws {
        if course.waves == nil, holdOff != nil {
            throw ValidationError("--hold-off: expected waves or all with it, found stop")
        }
        try holdOff?.requireHoldOff()
    }

    var request: DecisionRequest {
        let setting = course.waves.map {
            WavesSetting(waves: $0.waves, holdOffSeconds: holdOff?.seconds)
        }
        return .waves(year, setting)
    }
}

struct Course {
    /// None for everyone at once; nil to stop.
    let waves: WaveList?

    /// Reads `all`, `stop`, or waves.
    static func read(_ text: String) throws -> Course {
        switch text {
        case "all": Course(waves: WaveList([]))
        case "stop": Course(waves: nil)
        default: Course(waves: try WaveList.read(text))
        }
    }
}

/// The machines that follow new contents.
struct RolloutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which part of all machines follows how long after the publication; the configuration's "
                + "without it.", valueName: "10%:0h,50%:2h,100%:6h"), transform: WaveList.read)
    var waves: WaveList?

    @Option(
        help: ArgumentHelp(
            "The longest random wait of a machine before it downloads: 10m.", valueName: "time"))
    var holdOff: TimeSpan?

    func validate() throws { try holdOff?.requireHoldOff() }

    /// The rollout, which whatever the options take makes; nil if none was given.
    var rollout: Rollout? {
        guard waves != nil || holdOff != nil else { return nil }
        return Rollout(waves: waves?.waves ?? [], holdOffSeconds: holdOff?.seconds ?? 0)
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
