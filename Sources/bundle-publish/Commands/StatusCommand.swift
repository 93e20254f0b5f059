import ArgumentParser
import BundlePublisher
import TUF

/// `status`: shows what is published, and when its signatures expire.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what is published and how long its signatures last.",
        discussion: """
            Exits with status 1 when root has less than 90 days left, or another role
            less than a quarter of its life, so that a scheduled job fails long before
            users notice. Without a repository it reads the configuration's.

            Examples:
              bundle-publish status /srv/bundles
              bundle-publish status https://bundles.example.org --github
              bundle-publish status --json | jq .isWell
            """)

    @OptionGroup var options: HomeOptions

    @Argument(
        help: ArgumentHelp("The published directory, or its address.", valueName: "url|directory"))
    var repository: String?

    @Flag(help: "How to print it: tables, one JSON object, or annotations of GitHub's workflows.")
    var form: StatusForm = .tables

    var commands: PrintedCommands { options.commands(at: repository) }

    func perform() throws -> ExitCode {
        let home = Home(path: options.home)
        let site = try DestinationOpener.program.site(repository, home: home)
        let live = try LiveRepository.read(
            site.fetcher, at: "\(site.address)", firstRoot: site.trustedRoot(home),
            now: Surroundings.now)
        guard let live else {
            throw CommandProblem.nothingPublished(at: site.address, .publishThere)
        }
        let status = RepositoryStatus(
            report: live.report, bundles: try live.bundles(), now: Surroundings.now)
        switch form {
        case .tables: Console.result(RepositoryStatusText.lines(status))
        case .json: Console.result(RepositoryStatusText.json(status, commands))
        case .github: Console.result(RepositoryStatusText.annotations(status, commands))
        }
        for role in status.roles where form != .github {
            if let warning = role.warning {
                Console.message(
                    "\(role.role.rawValue): \(RepositoryStatusText.words(warning, commands))")
            }
        }
        return status.isWell ? .success : .failure
    }
}

/// How a status is printed.
enum StatusForm: EnumerableFlag {
    case tables
    case json
    case github
}
