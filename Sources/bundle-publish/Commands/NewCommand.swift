import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import Text

struct NewCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Starts a season from real matches, with a description that shows every field.",
        discussion: """
            Writes <bundles>/<year> with a description in which every field of the matches
            is a row, sorted and named, the matches as samples, and their tables. It passes
            check as it is, and is where an author starts cutting. Of many matches the few
            that show most become samples; fields of the others are named at the
            description's end. Nothing that is there is touched.

            Examples:
              bundle-publish new 2027 --from 2027abc_qm1.json 2027abc_f1m1.json
              bundle-publish new 2027 --event 2027week0
              bundle-publish new 2027 --from matches.json --title "2027 The Game"
              bundle-publish new 2027 --from matches.json --insights insights.json
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Matches as TBA's or FIRST's API gives them: one, an array, or one a line.",
            valueName: "file"))
    var from: [String] = []

    @OptionGroup var events: EventOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Events' insights as TBA's API gives them.", valueName: "file"))
    var insights: [String] = []

    @Option(help: ArgumentHelp("The season's title.", valueName: "text"))
    var title: String?

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    func validate() throws {
        if let title,
            title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            throw ValidationError(
                "--title: expected one line of text, found a line break or a control character")
        }
        guard from.isEmpty, events.events.isEmpty else { return }
        throw ValidationError("expected matches to start from: --from FILE or --event EVENT")
    }

    var commands: PrintedCommands { PrintedCommands(bundles: content.bundles) }

    func perform() throws {
        let maker = SeasonMaker(
            folder: content.bundles, year: year, title: title, schemaPath: OwnFiles.schema)
        // This check comes before reading anything that may be large.
        try maker.refuseExisting()
        try events.refuseOthers(than: year)
        var matches = try events.matches().filter(GivenMatch.hasBreakdown).map {
            try GivenMatch(match: $0, at: "event", of: year)
        }
        // A running event has matches that are not played yet. A file of nothing else is a mistake.
        var unplayed: [AuthoringError] = []
        try MatchFile.read(from, of: year) { (value, place) throws(AuthoringError) in
            do throws(AuthoringError) {
                matches.append(try GivenMatch(match: value, at: place, of: year))
            } catch {
                guard error.kind == .unplayed else { throw error }
                unplayed.append(error)
            }
        }
        if matches.isEmpty, let first = unplayed.first { throw first }
        if !unplayed.isEmpty {
            Console.message(
                "left out: \(counted(unplayed.count, "match", "matches")) without a score breakdown"
            )
        }
        var statistics: [GivenMatch] = []
        try MatchFile.read(insights) { (value, place) throws(AuthoringError) in
            statistics.append(try GivenMatch(insights: value, at: place, of: year))
        }
        let made = try maker.make(matches: matches, insights: statistics)
        Console.result(
            json ? NewReportText.json(made).text() : NewReportText.lines(made, year, content))
        Console.show(made.diagnostics)
    }
}

enum NewReportText {
    /// The files that were made, and the three next steps.
    static func lines(_ made: SeasonMaker.Made, _ year: BundleYear, _ content: ContentOptions)
        -> String
    {
        let isChosen = made.samples.count < made.givenCount
        var lines = [
            "Made \(PlainText.line(made.path)): \(counted(made.rowsCount, "row")), \(counted(made.samples.count, "sample"))"
                + (isChosen ? " that show most of \(made.givenCount) given." : ".")
        ]
        if !made.leftOut.isEmpty {
            lines.append(
                "\(counted(made.leftOutCount, "field")) not shown; match.yaml names them at its end."
            )
        }
        let commands = PrintedCommands(bundles: PlainText.line(content.bundles))
        lines.append(
            """
            Three steps from here:

            1. Cut. Open \(PlainText.line(made.path))/match.yaml in an editor, and beside it, to see the tables at
               each save:  \(commands.text(.author("preview", "\(year)")))
            2. Check. Renew the expected tables and read what has changed; with more real matches:
               \(commands.text(.author("check", "\(year)", "--update", "--matches", "matches.json")))
            3. Publish. Every machine has it with its next poll:
               \(commands.text(.publish))
            """)
        return lines.joined(separator: "\n")
    }

    static func json(_ made: SeasonMaker.Made) -> JSON {
        [
            "season": .string(made.path), "given": .integer(Int64(made.givenCount)),
            "samples": .array(made.samples.map { .string($0) }),
            "rows": .integer(Int64(made.rowsCount)),
            "leftOut": .array(made.leftOut.map { .string($0) }),
        ]
    }
}
