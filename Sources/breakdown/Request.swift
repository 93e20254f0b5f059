import BreakdownRenderer
import Files

/// The checked request of a run; the values here are the defaults.
struct Request: Equatable {
    /// The files to read, `-` for standard input; empty for only standard input.
    var files: [String] = []
    /// A folder of compiled bundles to search first.
    var bundles: String?
    /// The season for all input, if given.
    var year: Int?
    /// The key of the only match to show, if given.
    var key: String?
    /// The form of output.
    var format = OutputFormat.text
    /// How to draw tables.
    var wish = Appearance.Wish()
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    var showsAll = false
    /// Whether a problem decides the exit status.
    var isStrict = false
    /// Whether to list the available seasons instead.
    var listsSeasons = false

    /// Exit statuses, except that of wrong usage.
    enum Status {
        /// Done.
        static let done: Int32 = 0
        /// Something could not be read; the rest is shown.
        static let failed: Int32 = 1
        /// With `--strict`: something could not be computed, or a bundle could not be used.
        static let problems: Int32 = 2
    }

    /// Runs the request.
    ///
    /// - Returns: the exit status.
    func perform() -> Int32 {
        if let bundles {
            do {
                _ = try Files.names(in: bundles)
            } catch {
                Messages.print("\(error)")
                return Status.failed
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
    /// An argument with a dash at its start is an option, or the name of standard input. An empty
    /// argument is a mistake. The argument parser handles these.
    init?(filesOnly arguments: some Collection<String>) {
        guard !arguments.isEmpty, arguments.allSatisfy({ !$0.isEmpty && $0.utf8.first != 0x2D })
        else { return nil }
        files = Array(arguments)
    }
}
