import BreakdownRenderer
import BundleFormat
import Files
import JSON
import MatchKeys
import Platform
import Text

/// The checked request of a run; the values here are the defaults.
struct Request: Equatable {
    /// The files to read, `-` for standard input; empty for only standard input.
    var files: [String] = []
    /// A folder of compiled bundles to search first.
    var bundles: String?
    /// The season for all input, if given.
    var year: Int?
    /// The keys of the only matches to show; empty for all.
    var keys: [String] = []
    /// The two matches, or alliances of matches, to put side by side; empty for none.
    var compared: [ComparedAlliance] = []
    /// The form of output.
    var format = OutputFormat.text
    /// Whether CSV has a column for each row, instead of a line.
    var isWide = false
    /// How to draw tables.
    var wish = Appearance.Wish()
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    var showsAll = false
    /// Whether a problem decides the exit status.
    var isStrict = false
    /// Whether to list the available seasons instead.
    var listsSeasons = false
    /// What to fetch of the events and matches that are named by their keys.
    var fetch = FetchSettings()

    /// What is drawn, and how; only text follows the locale, because the other forms are read elsewhere.
    func drawing(_ appearance: Appearance) -> DrawingOptions {
        var options = DrawingOptions()
        options.document.format = format
        options.document.width = appearance.width
        options.document.textIsASCII = appearance.ascii
        options.document.ascii = wish.ascii == true
        options.document.colour = appearance.colour
        options.document.isQuiet = appearance.isQuiet
        options.document.pictureTheme = appearance.pictureTheme
        options.document.isWide = isWide
        options.year = year
        options.showsAll = showsAll
        options.keys = keys
        options.compared = compared
        return options
    }

    /// Runs the request.
    func perform() -> Int32 {
        if let bundles, let problem = BundleSource.problem(with: bundles) {
            Messages.print(problem)
            return ExitStatus.failed
        }
        let surroundings = ProcessEnvironment.current()
        if format == .png {
            if surroundings.isTerminal {
                Messages.print(
                    "--format png: expected a file for the picture: breakdown … > match.png")
                return ExitStatus.usage
            }
            if let problem = PictureRenderer.problem {
                Messages.print(problem)
                return ExitStatus.failed
            }
        }
        var wish = wish
        // Defaults are for text that a person reads at a terminal; programs read the other forms.
        if format == .text, let path = DefaultsFile.path(surroundings.variable) {
            do throws(DefaultsFile.Problem) {
                var defaults = try DefaultsFile.read(path)
                // A dumb terminal would print the sequences; only the command line asks for them there.
                if surroundings.isTerminal, TerminalKind.isDumb(surroundings.variable) {
                    defaults.colour = nil
                }
                wish = wish.completed(by: defaults)
            } catch {
                Messages.print("\(error)")
                return ExitStatus.usage
            }
        }
        let seasons = SeasonLookup(
            sources: BundleSource.all(folder: bundles, variable: ProcessEnvironment.variable))
        if listsSeasons {
            return SeasonList(seasons: seasons, isJSON: format == .json).print()
        }
        if fetch.action != .show { return follow(seasons, wish, in: surroundings) }
        var session = Session(
            self, appearance: Appearance(wish, in: surroundings), seasons: seasons,
            pager: pager(wish, in: surroundings))
        let status = session.run()
        // The caller ends the process.
        session.seasons.leaveToTheSystem()
        return status
    }
}

extension Request {
    /// The pager; matches that come one by one through a pipe are shown at once, without one.
    private func pager(_ wish: Appearance.Wish, in surroundings: ProcessEnvironment) -> Pager? {
        guard format == .text, !files.isEmpty, !files.contains("-") else { return nil }
        return Pager(isWanted: wish.pager ?? true, in: surroundings)
    }

    /// The request of a command line with only file names; nil for any other command line.
    ///
    /// ArgumentParser reads every other command line (docs/adr/0009).
    init?(filesOnly arguments: ArraySlice<String>) {
        guard let plain = PlainArguments(arguments), plain.options.isEmpty, !plain.words.isEmpty
        else { return nil }
        files = plain.words
    }
}

/// The output of `--list`: the available seasons.
struct SeasonList {
    var seasons: SeasonLookup
    /// Whether each is a JSON object on its own line.
    let isJSON: Bool

    /// Prints one line for each season: the year, the version, the origin and the title.
    consuming func print() -> Int32 {
        var status = ExitStatus.done
        var output = Output()
        do throws(FileError) {
            let years = seasons.years
            if years.isEmpty {
                Messages.print("there are no seasons; every match is shown key by key")
            }
            for year in years {
                var unusable: [SeasonBundleError] = []
                let match = seasons.bundle(year.number) { unusable.append($0) }
                let insights = seasons.bundle(year.number, .insights) { unusable.append($0) }
                if !unusable.isEmpty {
                    status = ExitStatus.failed
                    try output.flush()
                    for error in unusable { Messages.print("\(error)") }
                }
                guard let bundle = match ?? insights else { continue }
                try output.print(line(bundle, hasInsights: insights != nil))
            }
            try output.flush()
        } catch {
            Messages.print("\(error)")
            status = ExitStatus.failed
        }
        return status
    }

    private func line(_ bundle: SeasonBundle, hasInsights: Bool) -> String {
        let provenance = bundle.provenance
        let title = bundle.description.title
        if isJSON {
            let json: JSON = [
                "year": .integer(Int64(provenance.year)),
                "version": provenance.version.map(JSON.string) ?? nil,
                "origin": .string(provenance.origin),
                "title": .string(title), "insights": .bool(hasInsights),
            ]
            return json.text() + "\n"
        }
        let version = provenance.version.map { String($0.prefix(12)) } ?? "no version  "
        let origin = provenance.origin
        let gap = String(repeating: " ", count: max(0, 10 - origin.utf8.count))
        let insights = hasInsights ? "  with insights" : ""
        return PlainText.line(
            "\(provenance.year)  \(version)  \(origin)\(gap)  \(title)\(insights)")
            + "\n"
    }
}

extension Request {
    /// Follows the event that the command line names.
    func follow(
        _ seasons: SeasonLookup, _ wish: Appearance.Wish, in surroundings: ProcessEnvironment
    ) -> Int32 {
        guard let word = files.first, case .inquiry(.event(let key))? = FetchArgument(word) else {
            return ExitStatus.usage
        }
        let appearance = Appearance(wish, in: surroundings)
        guard fetch.action == .kiosk else {
            var session = Session(self, appearance: appearance, seasons: seasons)
            return session.watch(key)
        }
        guard surroundings.isTerminal, ProcessEnvironment.isInputTerminal else {
            Messages.print("--kiosk: expected a terminal, found none; --watch prints lines")
            return ExitStatus.failed
        }
        guard !TerminalKind.isDumb(surroundings.variable) else {
            Messages.print(
                "--kiosk: expected a terminal that can move its cursor, and TERM says that this one cannot; "
                    + "--watch prints lines")
            return ExitStatus.failed
        }
        var kiosk = Kiosk(
            key, wish: fetch, appearance: appearance,
            renderer: .init(showAll: showsAll), seasons: seasons)
        return kiosk.run()
    }
}
