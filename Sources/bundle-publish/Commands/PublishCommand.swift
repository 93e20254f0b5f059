import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import TUF

struct PublishCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publishes the seasons into a directory that any web server can serve.",
        discussion: """
            Prints what changes for each season. If nothing changed, publish writes
            nothing, except a new timestamp if less than half of its life is left. So you
            can run it at any time. It verifies the result with the agents' own code
            before agents can see it.

            Decisions in decisions.txt hold whenever their content is given: a season that was
            rolled back shows its replacement until its folder has other content, or --again
            names it. If the live state has a decision or a commit that this checkout lacks,
            publish does nothing and ends with 4: pull first.

            For an object store, set the variables of the AWS tools: AWS_ACCESS_KEY_ID,
            AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL (docs/HOSTING.md).

            Examples:
              bundle-publish publish
              bundle-publish publish --dry-run
              bundle-publish publish --waves 10%:0h,50%:2h,100%:6h
              bundle-publish publish --again 2026 --why "the folder was right"
              bundle-publish publish --key /run/secrets/key --json
              bundle-publish publish --key fd:3 3< <(pass show online)
              AWS_REGION=eu-west-1 bundle-publish publish --in s3://frc-bundles
            """)

    @OptionGroup var content: ContentOptions
    @OptionGroup var commit: CommitOptions
    @OptionGroup var rollout: RolloutOptions

    @Option(
        help: ArgumentHelp(
            "Show the folder's content of this season although a line replaces it; may be repeated.",
            valueName: "year"))
    var again: [BundleYear] = []

    @OptionGroup var options: DecisionOptions

    var commands: PrintedCommands {
        var commands = options.commands
        commands.bundles = content.bundles
        return commands
    }

    func perform() throws {
        let seasons = try SeasonPacker(folder: content.bundles).pack(.program)
        try options.publish(
            .seasons(seasons, again: Set(again)), from: content.bundles,
            checkout: try commit.checkout(content.bundles), rollout: rollout.rollout)
    }
}

/// Which commit the seasons are of.
struct CommitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The commit of the seasons, where git does not say it; --committed goes with it.",
            valueName: "hash"), transform: Self.hash)
    var commit: String?

    @Option(
        help: ArgumentHelp("When that was committed: 2026-11-21T02:30:00Z.", valueName: "time"),
        transform: Self.time)
    var committed: UTCTime?

    func validate() throws {
        guard (commit == nil) == (committed == nil) else {
            throw ValidationError("--commit: expected --committed TIME with it, and none without")
        }
    }

    /// The commit of the folder of seasons.
    func checkout(_ folder: String) throws(PublishError) -> CheckoutState {
        if let commit, let committed {
            return CheckoutState(commit: CheckoutCommit(id: commit, time: committed))
        }
        return try Git(folder: folder).state()
    }

    private static func hash(_ text: String) throws -> String {
        guard TargetCustom.isCommit(text) else {
            throw ValidationError("expected 40 or 64 lower-case hex digits, found '\(text)'")
        }
        return text
    }

    private static func time(_ text: String) throws -> UTCTime {
        guard let time = UTCTime(text) else {
            throw ValidationError("expected a time as 2026-11-21T02:30:00Z, found '\(text)'")
        }
        return time
    }
}

/// What a command that signs with the online key needs.
struct SigningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The online key. Without it: the environment variable \(OnlineKey.environmentName), "
                + "else keys/online.key in the home.", valueName: "file|fd:N"))
    var key: SecretFile?

    @Flag(help: "Remove the lock that a publisher which was killed left in an object store.")
    var breakLock = false

    func key(_ home: Home) throws(PublishError) -> SigningKey {
        try OnlineKey.read(
            home: home, option: key, environment: Surroundings.variable(OnlineKey.environmentName),
            passphrases: try .program())
    }
}
