import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import TUF

/// `publish`: check, plan, sign, verify, write.
struct PublishCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publishes the seasons into a directory that any web server can serve.",
        discussion: """
            Prints what changes for each season. If nothing changed, publish writes
            nothing, except a new timestamp if less than half of its life is left. So you
            can run it at any time. It verifies the result with the agents' own code
            before agents can see it.

            A season that was rolled back stays so until its folder has other content,
            or --again names it.

            For an object store, set the variables of the AWS tools: AWS_ACCESS_KEY_ID,
            AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL (docs/HOSTING.md).

            The online key comes from --key, else from the environment variable
            \(OnlineKey.environmentName), else from keys/online.key in the home.

            Examples:
              bundle-publish publish --to /srv/bundles
              bundle-publish publish --to /srv/bundles --dry-run
              bundle-publish publish --to /srv/bundles --waves 10%:0h,50%:2h,100%:6h
              bundle-publish publish --to /srv/bundles --commit "$(git rev-parse HEAD)"
              bundle-publish publish --to /srv/bundles --key /run/secrets/key --json
              bundle-publish publish --to /srv/bundles --key fd:3 3< <(pass show online)
              AWS_REGION=eu-west-1 bundle-publish publish --to s3://frc-bundles
            """)

    @OptionGroup var content: ContentOptions
    @OptionGroup var options: HomeOptions

    @Option(
        help: ArgumentHelp(
            "The directory, or the place in an object store, to publish into.",
            valueName: "directory|s3://…"))
    var to: String

    @OptionGroup var online: OnlineKeyOptions
    @OptionGroup var rollout: RolloutOptions
    @OptionGroup var lock: LockOptions

    @Option(
        help: ArgumentHelp(
            "The commit that the seasons are from; shown by log and the pages.",
            valueName: "hash"), transform: Self.commit)
    var commit: String?

    @Option(
        help: ArgumentHelp(
            "Offer this season, although its content was rolled back; may be repeated.",
            valueName: "year"))
    var again: [BundleYear] = []

    @Flag(
        help:
            "Sign everything again, even if nothing changed; for example after you restored a backup."
    )
    var force = false

    @OptionGroup var change: ChangeOptions

    func validate() throws { try lock.refuse(unlessStore: to) }

    var commands: PrintedCommands {
        options.commands(at: to, bundles: content.bundles).signing(with: online.key)
    }

    func perform() throws -> ExitCode {
        let seasons = try SeasonPacker(folder: content.bundles).pack(.program)
        let home = Home(path: options.home)
        let destination = try DestinationOpener.program.open(to, breaksLock: lock.breakLock)
        try SeasonsApart(folder: content.bundles).refuseServing(destination)
        let key = change.dryRun ? try? online.key(home) : try online.key(home)
        let publisher = Publisher(
            destination: destination, home: home, key: key, content: .seasons(seasons),
            now: Surroundings.now,
            terms: PublishTerms(rollout: try rollout.rollout(), commit: commit),
            again: Set(again), isDryRun: change.dryRun, isForced: force,
            viewerFolder: ViewerPlace.folder)
        let report = try publisher.run()
        let commands = self.commands.at(destination.name)
        let undo = UndoCommands(commands: commands)
        Console.result(
            change.json
                ? PublishReportText.json(
                    report, isDryRun: change.dryRun, commands, undo: undo
                ).text()
                : PublishReportText.lines(
                    report, isDryRun: change.dryRun, commands, undo: undo))
        AfterPublish.showRootNotice(report, commands)
        if report.written.contains("index.html"), let absence = ViewerPlace.absence {
            Console.message(absence)
        }
        if report.written.last == PublishFile.timestampPath {
            AfterPublish.showPublicView(version: report.plan.version, commands)
        }
        return .success
    }
}

extension PublishCommand {
    private static func commit(_ text: String) throws -> String {
        guard TargetCustom.isCommit(text) else {
            throw ValidationError("expected 40 or 64 lower-case hex digits, found '\(text)'")
        }
        return text
    }
}

/// Where the online key comes from.
struct OnlineKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The online key. Without it: the environment variable \(OnlineKey.environmentName), "
                + "else keys/online.key in the home.", valueName: "file|fd:N"))
    var key: SecretFile?

    /// Reads the online key.
    func key(_ home: Home) throws(PublishError) -> SigningKey {
        try OnlineKey.read(
            home: home, option: key, environment: Surroundings.variable(OnlineKey.environmentName),
            passphrases: PassphraseSources(
                environment: Surroundings.variable(Passphrases.environmentName),
                prompt: Terminal.prompt))
    }
}
