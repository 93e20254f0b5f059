import ArgumentParser
import BreakdownRenderer
import BundleFormat
import MatchKeys
import Platform

/// The command line with its help; a ``Request`` says what it means.
struct Breakdown: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breakdown",
        abstract: "Show the score breakdown of robotics matches as tables.",
        discussion: """
            Reads matches, or events' insights, in the form of The Blue Alliance's API v3: one, a \
            list, or one on each line. It also reads a webhook's message and scores of FIRST's own \
            API; with --year it reads scores without a schedule, and a bare score breakdown. A season's \
            bundle says how its table looks; without a bundle each key of the data is a row.

            Instead of a file it takes the key or the address of a match or an event, and asks The \
            Blue Alliance with match-fetch. If a file has that name, the file is read.

            Examples:
              breakdown match.json
              breakdown --match 2024necmp_f1m1 matches.json
              breakdown --compare 2024necmp_f1m1 2024necmp_f1m2 matches.json
              breakdown --compare 2024necmp_f1m1:red 2024necmp_f1m1:blue matches.json
              breakdown --summary --match 2024necmp_f1m1 matches.json
              breakdown --format json *.json | jq .tables
              breakdown --format html matches.json > matches.html
              breakdown --format svg --theme dark match.json > match.svg
              breakdown --color always matches.json | less -R
              breakdown 2024necmp_f1m1
              breakdown https://www.thebluealliance.com/event/2026casj
              breakdown --last --team 254 2026casj
              breakdown --watch 2026casj
              breakdown --list
              breakdown self-test /var/lib/bundle-agent/current/2024

            Text that is longer than the screen goes to $PAGER (less). Defaults are in \
            ~/.config/match-bundles/breakdown.conf, for example 'theme = quiet'; its keys are \
            ascii, color, pager, theme and width.

            It looks for bundles in the folder given with --bundles, then in the folder \
            $BUNDLE_AGENT_STATE/current (/var/lib/bundle-agent/current) that bundle-agent keeps \
            up to date, and then in the program itself.

            'breakdown self-test' with a bundle's folder compares the bundle's samples with its \
            expected tables, as bundle-agent does before it serves a new bundle. Its exit status: \
            \(ExitStatus.done) as expected, \(ExitStatus.failed) there is no bundle, \
            \(ExitStatus.problems) not as expected, \(ExitStatus.usage) usage, \
            \(ExitStatus.untested) it could not be tested just now.

            Exit status: \(ExitStatus.done) done; \(ExitStatus.failed) something could not be read \
            (the rest is shown); \(ExitStatus.problems) with --strict: something could not be \
            computed; \(ExitStatus.usage) usage.
            """,
        version: programVersion)

    @Argument(
        help: ArgumentHelp(
            "Files, keys or addresses; - or none for standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("A folder of compiled bundles to search first.", valueName: "dir"),
        completion: .directory)
    var bundles: String?

    @Option(help: "The season for all input, whatever the keys say.")
    var year: Int?

    @Option(help: "The form of output, text by default; json is one object on each line.")
    var format: OutputFormat?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Use only ASCII in text, Markdown and CSV; text does so in a locale that is not UTF-8, \
            and on a console (TERM=linux, vt220).
            """)
    var ascii: Bool?

    @Option(help: "When to colour: auto, always or never.")
    var color: ColourChoice?

    @Option(help: "The look: quiet for text without colours; light, dark or auto for pictures.")
    var theme: Theme?

    @Flag(help: "Do not start a pager for text that is longer than the screen.")
    var noPager = false

    @Option(
        help: ArgumentHelp(
            "The width in columns; by default the terminal's, or 80.",
            valueName: "columns"))
    var width: Int?

    @Option(
        help: ArgumentHelp(
            "Show only the match with this key; may be given several times.", valueName: "key"))
    var match: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Put two matches side by side and mark what differs, or two alliances: KEY:red.",
            valueName: "key"))
    var compare: [String] = []

    @Flag(help: "Write a few lines for a chat instead of the whole table.")
    var summary = false

    @Flag(help: "With --format csv: a line for each alliance, a column for each row.")
    var wide = false

    @Flag(help: "Without a bundle, also show rows that are zero or empty on both sides.")
    var all = false

    @Flag(help: "Exit with status 2 if a cell could not be computed or a bundle could not be used.")
    var strict = false

    @Flag(help: "List the available seasons with their versions and origins.")
    var list = false

    @OptionGroup(title: "The Blue Alliance")
    var fetch: FetchOptions

    func validate() throws {
        try refuseUnused()
        try validateFetching()
        let widths = DocumentLimits.widths
        if let width, !widths.contains(width) {
            throw ValidationError(
                "--width: expected \(widths.lowerBound) to \(widths.upperBound), found \(width)")
        }
        if let year, !(1992...2999).contains(year) {
            throw ValidationError("--year: expected 1992 to 2999, found \(year)")
        }
        if wide, request.format != .csv {
            throw ValidationError("--wide: expected --format csv with it")
        }
        if summary, let format, format != .text {
            throw ValidationError("--summary: expected no other format, found \(format.rawValue)")
        }
        if !compare.isEmpty {
            guard compare.count >= 2 else {
                throw ValidationError("--compare: expected two keys, found one")
            }
            guard [.text, .markdown, .html].contains(request.format) else {
                throw ValidationError("--compare: expected the format text, markdown or html")
            }
            for text in compare.prefix(2) where ComparedAlliance(text) == nil {
                throw ValidationError(
                    "--compare: expected a match's key, or KEY:red or KEY:blue, found \(text)")
            }
            guard (compare[0].contains(":")) == (compare[1].contains(":")) else {
                throw ValidationError("--compare: expected two matches or two alliances")
            }
        }
    }

    private var compared: [ComparedAlliance] {
        compare.prefix(2).compactMap { ComparedAlliance($0) }
    }

    /// The request that the options describe.
    var request: Request {
        Request(
            files: inputs, bundles: bundles, year: year,
            keys: compared.isEmpty ? match : compared.map(\.key), compared: compared,
            format: summary ? .summary : format ?? .text, isWide: wide,
            wish: Appearance.Wish(
                width: width, ascii: ascii, colour: color, theme: theme,
                pager: noPager ? false : nil),
            showsAll: all,
            isStrict: strict, listsSeasons: list, fetch: fetch.wish)
    }

    /// What to read; at a terminal, if only matches are named by their keys, the matches themselves.
    private var inputs: [String] {
        let files = files + compare.dropFirst(2)
        guard files.isEmpty, ProcessEnvironment.isInputTerminal else { return files }
        return Set(compared.isEmpty ? match : compared.map(\.key)).sorted()
    }

    /// An event that is followed must be the only input, because its screen has no room for others, and it
    /// may never end.
    private func validateFetching() throws {
        guard fetch.wish.action != .show else { return }
        let flag = fetch.watch ? "--watch" : "--kiosk"
        guard files.count == 1, case .inquiry(.event)? = FetchArgument(files[0]) else {
            throw ValidationError("\(flag): expected one event such as 2026casj")
        }
    }

    func run() throws {
        if fetch.login {
            let status = LoginRun.perform()
            if status != ExitStatus.done { throw ExitCode(status) }
            return
        }
        if request.files.isEmpty, !list, ProcessEnvironment.isInputTerminal {
            throw ValidationError("expected a file, or matches on standard input")
        }
        let status = request.perform()
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}

extension OutputFormat: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension ColourChoice: ExpressibleByArgument {}

/// `--login`: the program that fetches asks the person itself, so no key passes through this one.
enum LoginRun {
    /// Runs it on this program's own terminal.
    static func perform() -> Int32 {
        do throws(SourceError) {
            let program = try FetchProgram.start(["login"], [.inherited, .inherited, .inherited])
            return program.wait() == .exited(0) ? ExitStatus.done : ExitStatus.failed
        } catch {
            Messages.print("\(error)")
            return ExitStatus.failed
        }
    }
}
