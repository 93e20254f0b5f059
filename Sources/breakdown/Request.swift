import BreakdownRenderer
import Files

/// What a run is asked to do, validated; the values here are those without any option.
struct Request: Equatable {
    /// The files to read, `-` for standard input; none for standard input alone.
    var files: [String] = []
    /// A folder of compiled bundles to look into first.
    var bundles: String?
    /// The season to show everything as, if not its own.
    var year: Int?
    /// The key of the only match to show, if not all.
    var key: String?
    /// The form of output.
    var format = OutputFormat.text
    /// How tables are to be drawn.
    var wish = Appearance.Wish()
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    var showsAll = false
    /// Whether a problem decides the exit status.
    var isStrict = false
    /// Whether the seasons that are here are listed instead.
    var listsSeasons = false

    /// Exit statuses, beside those of wrong usage.
    enum Status {
        /// Done.
        static let done: Int32 = 0
        /// Something could not be read; the rest is shown.
        static let failed: Int32 = 1
        /// With `--strict`, something could not be computed, or a bundle could not be used.
        static let problems: Int32 = 2
    }

    /// Carries the request out.
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
    /// The request of a command line that holds nothing but names of files; nil for every other.
    ///
    /// What begins with a dash is an option, or the name of standard input, and what is empty is a
    /// mistake; these are for the parser of arguments to judge.
    init?(filesOnly arguments: some Collection<String>) {
        guard !arguments.isEmpty, arguments.allSatisfy({ !$0.isEmpty && $0.utf8.first != 0x2D })
        else { return nil }
        files = Array(arguments)
    }
}
