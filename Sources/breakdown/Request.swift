import BreakdownRenderer
import Files
import PlainArguments

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

    /// Runs the request.
    ///
    /// - Returns: the exit status.
    func perform() -> Int32 {
        if let bundles {
            do {
                _ = try Files.names(in: bundles)
            } catch {
                Messages.print("\(error)")
                return ExitStatus.failed
            }
        }
        let seasons = Seasons(
            sources: BundleSource.all(folder: bundles, variable: Surroundings.variable))
        if listsSeasons {
            return SeasonList(seasons: seasons, isJSON: format == .json).print()
        }
        var session = Session(
            self, appearance: Appearance(wish, in: .current()), seasons: seasons)
        return session.run()
    }
}

extension Request {
    /// The request of a command line with only file names; nil for every other.
    ///
    /// ArgumentParser reads every other command line (docs/adr/0009).
    init?(filesOnly arguments: some Collection<String>) {
        guard let plain = PlainArguments(arguments), plain.options.isEmpty, !plain.words.isEmpty
        else { return nil }
        files = plain.words
    }
}
