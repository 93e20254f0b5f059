import ArgumentParser
import BundleFormat

/// `check`: everything that can be known about the seasons before they are shipped.
struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compiles the descriptions and renders their samples.",
        discussion: """
            Shows every mistake with its file, line and column, and exits with status 2
            when there is one. Each samples/<name>.json is rendered and compared with
            samples/<name>.txt. Fields and words that no sample has are pointed out; a
            file of the season's real matches (--matches) knows more of them.

            Examples:
              bundle-publish check
              bundle-publish check 2026
              bundle-publish check 2026 --update && git diff
              bundle-publish check 2026 --matches all-matches.json
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The years to check; all of them without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Option(
        help: ArgumentHelp(
            "Matches or insights as TBA's API gives them, as an array or one a line.",
            valueName: "file"))
    var matches: [String] = []

    @Flag(help: "Write the tables that the samples give now, where they differ.")
    var update = false

    func perform() throws(PublishError) -> ExitCode {
        let check = ContentCheck(
            folder: content.bundles, years: Set(years), updatesTables: update,
            evidence: try MatchFile.evidence(in: matches))
        let checked = try check.run()
        for path in checked.written { Console.result("wrote \(path)") }
        let diagnostics = checked.diagnostics
        guard diagnostics.mistakesCount == 0 else { throw .content(diagnostics) }
        Console.show(diagnostics)
        let samples = checked.seasons.reduce(0) { $0 + $1.samplesCount }
        Console.result(
            "\(counted(checked.seasons.count, "season")), \(counted(samples, "sample")): no mistakes"
        )
        return .success
    }
}
