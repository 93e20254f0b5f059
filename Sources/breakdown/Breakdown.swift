import ArgumentParser
import Files

/// The program: arguments in, tables out.
@main struct Breakdown: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breakdown",
        abstract: "Show the score breakdown of robotics matches as tables.",
        discussion: """
            Reads matches as The Blue Alliance's API v3 gives them: one, a list of them, or one a \
            line. How a season looks is described by its bundle; a season without one is shown key \
            by key.

            Examples:
              breakdown match.json
              breakdown --match 2024necmp_f1m1 matches.json
              breakdown --format json matches.json | jq .tables
              breakdown --color always matches.json | less -R
              breakdown --bundles compiled match.json

            Bundles are taken from the folder given with --bundles, from the folder \
            $BUNDLE_AGENT_STATE/current (/var/lib/bundle-agent/current) that bundle-agent keeps \
            up to date, and from the program itself, in this order.

            Exit status: 0 done, 1 something could not be read (the rest is shown), 64 usage.
            """,
        version: "0.1.0")

    @Argument(
        help: ArgumentHelp(
            "A file of matches; - or none for standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp("A folder of compiled bundles to look into first.", valueName: "dir"),
        completion: .directory)
    var bundles: String?

    @Option(help: "The season to show matches as, whatever their keys say.")
    var year: Int?

    @Option(help: "How to print: text, or json for one object a line.")
    var format = OutputFormat.text

    @Flag(help: "Use ASCII alone, as is done in a locale that is not UTF-8.")
    var ascii = false

    @Option(help: "When to colour: auto, always or never.")
    var color = ColourChoice.auto

    @Option(
        help: ArgumentHelp(
            "How many columns to fill; the terminal's, else 80, unless given.",
            valueName: "columns"))
    var width: Int?

    @Option(help: ArgumentHelp("Show only the match of this key.", valueName: "key"))
    var match: String?

    func validate() throws {
        let widths = BreakdownLimits.widths
        if let width, !widths.contains(width) {
            throw ValidationError(
                "--width: expected \(widths.lowerBound) to \(widths.upperBound), found \(width)")
        }
        if let year, !(1992...2999).contains(year) {
            throw ValidationError("--year: expected 1992 to 2999, found \(year)")
        }
    }

    func run() throws {
        let input: Input
        do {
            if let bundles { _ = try Files.names(in: bundles) }
            input = try Input(file == "-" ? nil : file)
        } catch {
            Messages.print("\(error)")
            throw ExitCode(1)
        }
        if file == nil, input.isTerminal {
            throw ValidationError("expected a file, or matches on standard input")
        }
        var session = Session(
            options: Session.Options(
                year: year, key: match, format: format,
                appearance: Appearance(
                    Appearance.Wish(width: width, ascii: ascii, colour: color), in: .current())),
            sources: BundleSource.all(folder: bundles, variable: Surroundings.variable))
        guard session.run(input) else { throw ExitCode(1) }
    }
}

/// The forms of output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

extension ColourChoice: ExpressibleByArgument {}
