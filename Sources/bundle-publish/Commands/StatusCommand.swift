import ArgumentParser
import BundlePublisher
import TUF

struct StatusCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what is published and how long its signatures last.",
        discussion: """
            Exits with status 1 when root has less than 90 days left, or another role
            less than a quarter of its life, so that a scheduled job fails long before
            users notice. Says, too, if a new root is not published yet, or if the repository
            has something else than what this home has seen, and lists the decisions that count,
            with what this home sees for the first time.

            Examples:
              bundle-publish status
              bundle-publish status --in https://bundles.example.org --github
              bundle-publish status --json | jq .isWell
            """)

    @OptionGroup var repository: RepositoryOptions

    @Flag(help: "How to print it: tables, one JSON object, or annotations of GitHub's workflows.")
    var form: StatusForm = .tables

    func perform() throws {
        let site = try repository.site()
        let (home, now) = (repository.home, Surroundings.now)
        let view = try HomeView(
            site, home, isRehearsal: try repository.isRehearsal, now: now)
        let live = try view?.live ?? site.read(from: site.trustedRoot(home), now: now)
        guard let live else { throw PublishError.unpublished(site.name) }
        let status = RepositoryStatus(
            live, decisions: view?.decisions ?? live.record.decisions, now: now)
        switch form {
        case .tables: Console.result(RepositoryStatusText.lines(status))
        case .json: Console.result(RepositoryStatusText.json(status, commands))
        case .github: Console.result(RepositoryStatusText.annotations(status, commands))
        }
        let warnings = status.roles.compactMap { role in
            role.warning.map { "\(role.signed.role.rawValue): \(commands.text($0))" }
        }
        let findings = view?.findings ?? []
        if form != .github {
            let news = view?.news ?? []
            for text in warnings + (findings + news).map(commands.text) { Console.message(text) }
        }
        guard status.isWell, findings.isEmpty else { throw ExitCode.failure }
    }
}

enum StatusForm: EnumerableFlag {
    case tables
    case json
    case github
}
