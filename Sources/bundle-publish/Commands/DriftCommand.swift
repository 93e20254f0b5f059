import ArgumentParser
import BreakdownRenderer
import BundleArchive
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

struct DriftCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "drift",
        abstract:
            "Compares a season's matches with its live description: what has changed in the game.",
        discussion: """
            Finds fields that no row reads, words that the description does not name, cells that
            cannot be computed, totals that no row explains, and fields that stopped coming. Each
            has a count, the first match and a remedy. A finding goes away when the season
            answers it: by a row, by a word, or by a sample that shows the same.

            Without --matches and --event the matches of all events of the season are fetched
            from The Blue Alliance; what has not changed is not transferred again.

            The description is the one in the folder of seasons; with --in it is the published
            one, which is fetched and verified as agents do it.

            Examples:
              bundle-publish drift
              bundle-publish drift 2026 --event 2026casj 2026casd
              bundle-publish drift 2026 --in https://bundles.example.org --markdown
              bundle-publish drift 2026 --matches *.json

            Exit status: 0 nothing to do, 1 failed or no match of the season in --matches,
            2 a person should look at the season.
            """)

    @OptionGroup var content: ContentOptions
    @OptionGroup var repository: RepositoryOptions

    @Argument(help: ArgumentHelp("The season; the newest one without it.", valueName: "year"))
    var year: BundleYear?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Matches as TBA's or FIRST's API gives them, in an array or not.", valueName: "file"))
    var matches: [String] = []

    @OptionGroup var events: EventOptions

    @Flag(help: "Print the text of an issue.")
    var markdown = false

    var commands: PrintedCommands { repository.commands(bundles: content.bundles) }

    func perform() throws {
        let season = try season()
        let values = try given(season.year)
        // A person who names files wants them compared; matches of other seasons are not.
        guard matches.isEmpty || !values.isEmpty else {
            throw PublishError(
                "--matches: expected matches of \(season.year), found none of that season",
                remedy: "nothing was compared: name the season of the matches, or give other files")
        }
        let report = DriftReport(values, with: season)
        Console.result(markdown ? DriftMarkdown.text(report) : DriftText.lines(report))
        if report.needsReview { throw ExitCode.mistakes }
    }

    private func given(_ year: BundleYear) throws -> [JSON] {
        try events.refuseOthers(than: year)
        guard !matches.isEmpty || !events.events.isEmpty else {
            let source = try EventMatches()
            return try source.matches(of: source.events(of: year), skipsAbsent: true)
        }
        var values = try events.matches()
        try MatchFile.read(matches, of: year) { (value, place) throws(AuthoringError) in
            if try MatchFile.year(of: value, place) == year { values.append(value) }
        }
        return values
    }
}

extension DriftCommand {
    /// Reads the live season: of the repository that is named, else of the folder of seasons.
    func season() throws -> LiveSeason {
        let (contents, place) = repository.place == nil ? try ofFolder() : try published()
        guard let season = LiveSeason(contents) else {
            throw AuthoringError.noDescription(place: place, contents.year)
        }
        return season
    }

    private func ofFolder() throws -> (BundleContents, place: String) {
        let folder = content.bundles
        let newest = try year ?? SeasonReader.read(folder, years: []).seasons.map(\.year).max()
        let checked = try ContentCheck(folder: folder, years: Set([newest].compactMap { $0 }))
            .runStrictly()
        guard let season = checked.last else { throw AuthoringError.noSeason(folder: folder) }
        return (season.contents, folder)
    }

    private func published() throws -> (BundleContents, place: String) {
        let site = try repository.site()
        let live = try site.read(from: site.trustedRoot(repository.home), now: Surroundings.now)
        guard let live else { throw PublishError.unpublished(site.name) }
        guard let year = year ?? live.bundles.keys.max() else {
            throw PublishError("\(site.name): expected a published season, found none")
        }
        guard let bundle = live.bundles[year] else {
            throw AuthoringError.noDescription(place: site.name, year)
        }
        return (try live.contents(of: bundle), site.name)
    }
}

/// What `drift` says in an issue: one section, a table, and the remedies.
enum DriftMarkdown {
    /// Findings that are shown; an issue has at most 65,536 characters.
    private static let shownMax = 60

    static func text(_ report: DriftReport) -> String {
        var text = "### \(report.year): what new matches have and the description does not show\n\n"
        text += MarkdownText.escaped(DriftText.summary(report)) + ".\n"
        guard !report.findings.isEmpty else { return text }
        text += "\n| finding | matches | first | what to do |\n|---|---:|---|---|\n"
        for finding in report.findings.prefix(shownMax) { text += row(finding) }
        let rest = report.findings.count - shownMax
        if rest > 0 { text += "\n\(counted(rest, "more finding")) would not fit here.\n" }
        text +=
            "\nCompared with version `\(report.version)`. A finding goes away when the season "
            + "answers it: by a row, by a word, or by a sample that shows the same.\n"
        return text + "\n<!-- findings \(findingsPrint(report)) -->\n"
    }

    /// The same digits for the same findings, whatever their counts: scripts/ci-drift compares them.
    private static func findingsPrint(_ report: DriftReport) -> String {
        let ids = report.findings.map(\.id).sorted().joined(separator: "\n")
        return String(ContentHasher.hex(of: Array(ids.utf8)).prefix(16))
    }

    private static func row(_ finding: DriftFinding) -> String {
        let sentence = (finding.needsReview ? "" : "note: ") + DriftText.sentence(finding)
        let cells = [
            bounded(sentence), "\(finding.matches.count)", finding.matches.first ?? "",
            DriftText.remedy(finding),
        ]
        return "| " + cells.map(MarkdownText.escaped).joined(separator: " | ") + " |\n"
    }

    /// A text that leaves room for the others.
    private static func bounded(_ text: String) -> String {
        text.unicodeScalars.count > 300 ? String(text.prefix(299)) + "…" : text
    }
}
