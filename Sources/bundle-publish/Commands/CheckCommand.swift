import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Compiles the descriptions, draws their samples, and reports mistakes and warnings.",
        discussion: """
            Shows every mistake with its file, and with line and column where it has them.
            Each samples/<name>.json is rendered and compared with samples/<name>.txt;
            --update writes these and shows what has changed. Warnings keep nothing from
            being published (--strict does): rows that are empty in every sample, values
            broken at 100 columns, signs that nothing explains, seasons that are too large.
            Where years are named there are notes, too: fields in no row, words of the data
            that no description names.

            --matches takes files of the season's real matches, thousands of them: each is
            shown, and fields and words are compared with all of them. --event fetches the
            matches of events from The Blue Alliance for the same.

            Examples:
              bundle-publish check
              bundle-publish check 2026
              bundle-publish check 2026 --update && git diff
              bundle-publish check 2026 --matches all-matches.json
              bundle-publish check 2026 --event 2026casj 2026casd
              bundle-publish check --json | jq .errors
              bundle-publish check --github --strict      (in a workflow)

            Exit status: 0 no mistakes, 2 mistakes, with --strict also warnings.
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The years to check; all of them without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Matches or insights as TBA's API gives them, or matches as FIRST's API does.",
            valueName: "file"))
    var matches: [String] = []

    @OptionGroup var events: EventOptions

    @OptionGroup var options: HomeOptions

    @Flag(help: "Write the tables that the samples give now, where they differ.")
    var update = false

    @Flag(help: "Exit with status 2 for warnings, too.")
    var strict = false

    @Flag(help: "How to print it: lines, one JSON object, or annotations of GitHub's workflows.")
    var form: CheckForm = .lines

    var commands: PrintedCommands { PrintedCommands(home: options.home, bundles: content.bundles) }

    func perform() throws {
        let report = try CheckReport(
            folder: content.bundles, years: Set(years), updatesTables: update, matches: matches,
            fetched: try events.matches())
        let diagnostics = report.diagnostics
        let isGood = diagnostics.mistakesCount == 0
        switch form {
        case .json: Console.result(CheckReportText.json(report).text())
        case .github, .lines:
            let written = CheckReportText.written(report)
            if !written.isEmpty { Console.result(written) }
            if form == .github, !diagnostics.isEmpty {
                Console.result(GitHubAnnotations.text(diagnostics))
            } else {
                Console.show(diagnostics)
            }
            if isGood { Console.result(CheckReportText.summary(report)) }
        }
        if !isGood || (strict && diagnostics.warningsCount > 0) { throw ExitCode.mistakes }
    }
}

enum CheckForm: EnumerableFlag {
    case lines
    case json
    case github
}
