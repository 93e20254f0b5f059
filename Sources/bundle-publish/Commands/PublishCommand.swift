import ArgumentParser
import BundleFormat
import BundlePublisher
import TUF

struct PublishCommand: SignedChange {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publishes the seasons into a directory that any web server can serve.",
        discussion: """
            Publishes what is committed: the seasons of HEAD. Without git, or if HEAD has no
            such folder, it publishes the folder as it is. If nothing changed, it writes
            nothing, except a new timestamp if less than half of its life is left. So you
            can run it at any time. It verifies the result with the agents' own code
            before agents can see it.

            Decisions hold whenever their content is given: a season that was rolled back
            shows its replacement until its folder has other content, or until again.

            A season is replaced only by a commit that contains the live one. Otherwise this
            season stays as it is, the others are published, and publish ends with 4.

            For an object store, set the variables of the AWS tools: AWS_ACCESS_KEY_ID,
            AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL (docs/HOSTING.md).

            Examples:
              bundle-publish publish
              bundle-publish publish --dry-run
              bundle-publish publish --waves 10%:0h,50%:2h,100%:6h
              bundle-publish publish 2026 --uncommitted
              bundle-publish publish --over 9c41d7e0b2f3
              bundle-publish publish --key fd:3 3< <(pass show online)
              AWS_REGION=eu-west-1 bundle-publish publish --in s3://frc-bundles
            """)

    @Argument(help: ArgumentHelp("The years of --uncommitted; all without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Flag(help: "Publish the folder as it is on the disk, although it is not committed.")
    var uncommitted = false

    @Option(
        help: ArgumentHelp(
            "Replace this live content although the commit does not contain its own; exit status 4 "
                + "names it. May be repeated.", valueName: "version"))
    var over: [VersionPrefix] = []

    @Flag(help: "Compile all seasons anew, also those whose source files are published already.")
    var recompile = false

    @Flag(help: "Begin again in a repository in which nothing counts.")
    var anew = false

    @OptionGroup var content: ContentOptions
    @OptionGroup var rollout: RolloutOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    var commands: PrintedCommands {
        repository.commands(bundles: content.bundles).signing(with: signing.key)
    }

    func validate() throws {
        guard !years.isEmpty, !uncommitted else { return }
        throw ValidationError(
            "years: expected --uncommitted with them; publish publishes all seasons")
    }

    func perform() throws {
        let folder = content.bundles
        let origin: SeasonSet.Origin = uncommitted ? .uncommitted(Set(years)) : .committed
        let seasons = try SeasonSet(folder, origin)
        var planner = SeasonPlanner(seasons)
        (planner.rollout, planner.over) = (rollout.rollout, over)
        (planner.recompiles, planner.isAnew) = (recompile, anew)
        if try !repository.isRehearsal {
            planner.address = try DestinationOpener.program.publicSite(
                home: repository.home)
        }
        try sign(.publish(planner), seasonsIn: folder) {
            uncommitted ? [] : seasons.differing.map { "\($0): not committed, so not live" }
        }
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
