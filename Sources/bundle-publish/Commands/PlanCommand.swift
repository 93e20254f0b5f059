import ArgumentParser
import BundleFormat
import BundlePublisher
import Glibc
import JSON
import SeasonAuthoring

struct PlanCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Shows what a publish would change, and what people would see.",
        discussion: """
            Compares the folder of seasons, as it is, with the live state, which is fetched and verified
            with the agents' own code: versions, bytes, and every sample's tables before and
            after, drawn by this program. A season that is new has one line; name its year to
            see its tables. Needs no key and writes nothing. Exits with status 0 even if
            there is nothing to publish, with 2 where check finds a mistake.

            Examples:
              bundle-publish plan
              bundle-publish plan 2026
              bundle-publish plan --in https://bundles.example.org
              bundle-publish plan --in https://bundles.example.org --markdown > comment.md
              bundle-publish plan --html > plan.html
              bundle-publish plan --json | jq .isUnchanged
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The years to show; all of them without any.", valueName: "year"))
    var years: [BundleYear] = []

    @OptionGroup var repository: RepositoryOptions

    @Flag(help: "How to print it: lines, a comment for a pull request, a page, or one JSON object.")
    var form: PlanForm = .lines

    var commands: PrintedCommands { repository.commands(bundles: content.bundles) }

    func perform() throws {
        let seasons = try SeasonSet(content.bundles, .folder)
        let destination = try repository.openToRead()
        let publish = try Publisher(
            .publish(SeasonPlanner(seasons)), destination: destination, home: repository.home,
            key: nil, now: Surroundings.now, isDryRun: true,
            isRehearsal: try repository.isRehearsal
        ).plan()
        let unknown = Set(years).subtracting(publish.plan.seasons.map(\.year))
        guard unknown.isEmpty else {
            throw AuthoringError.mistakes(
                try SeasonReader.list(content.bundles, years: unknown).diagnostics)
        }
        var report = try PlanReport(publish, years: Set(years))
        report.notes += seasons.differing.map { "\($0) is not committed, so publish leaves it out" }
        report.notes += HeldSeasonText.notes(publish)
        switch form {
        case .lines:
            let colour = Console.takesColours(STDOUT_FILENO)
            Console.result(
                PublishPlanText(
                    report: report, commands: commands, colour: colour, showsAll: !years.isEmpty
                ).lines,
                keepsColours: colour)
        case .markdown: Console.result(PlanMarkdown.text(report, commands))
        case .html: Console.result(PlanHTML.text(report))
        case .json: Console.result(PublishPlanText(report: report, commands: commands).json.text())
        }
    }
}

enum PlanForm: EnumerableFlag {
    case lines
    case markdown
    case html
    case json
}
