import BreakdownRenderer

/// What each option means in each mode; an option that would mean nothing is refused.
///
/// Whoever gives an option expects it to do something. So each new option needs a line here: a test compares
/// this table with the options of the program.
enum OptionTable {
    /// What an option does in a mode.
    enum Effect {
        /// It does what its help says.
        case works
        /// It chooses among the matches.
        case filters
        /// It could do nothing.
        case refused
    }

    /// A line of the table.
    struct Line {
        /// The option's name: `--team`.
        let name: String
        /// What it does in each mode.
        let effects: [Mode: Effect]
        /// What the words of the command line must name for it.
        let needs: String

        fileprivate init(
            _ name: String, _ files: Effect, _ match: Effect, _ event: Effect, _ watch: Effect,
            _ kiosk: Effect, _ seasons: Effect, _ login: Effect, needs: String = "a file or a key"
        ) {
            self.name = name
            self.needs = needs
            effects = [
                .files: files, .match: match, .event: event, .watch: watch, .kiosk: kiosk,
                .seasons: seasons, .login: login,
            ]
        }
    }

    private static let event = "an event such as 2026casj"
    private static let key = "the key of a match or an event"

    /// All options, and the files, keys and addresses.
    static let lines: [Line] = [
        //                    files     match     event     watch     kiosk     list      login
        Line("file or key", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--bundles", .works, .works, .works, .works, .works, .works, .refused),
        Line("--year", .works, .works, .works, .works, .refused, .refused, .refused),
        Line("--format", .works, .works, .works, .works, .refused, .works, .refused),
        Line("--ascii", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--no-ascii", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--color", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--theme", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--no-pager", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--width", .works, .works, .works, .works, .refused, .refused, .refused),
        Line("--match", .filters, .filters, .filters, .filters, .refused, .refused, .refused),
        Line("--compare", .works, .works, .works, .refused, .refused, .refused, .refused),
        Line("--summary", .works, .works, .works, .works, .refused, .refused, .refused),
        Line("--wide", .works, .works, .works, .refused, .refused, .refused, .refused),
        Line("--all", .works, .works, .works, .works, .works, .refused, .refused),
        Line("--strict", .works, .works, .works, .refused, .refused, .refused, .refused),
        Line(
            "--last", .refused, .refused, .filters, .refused, .refused, .refused, .refused,
            needs: event),
        Line(
            "--team", .refused, .refused, .filters, .filters, .filters, .refused, .refused,
            needs: event),
        Line(
            "--level", .refused, .refused, .filters, .filters, .filters, .refused, .refused,
            needs: event),
        Line(
            "--tables", .refused, .refused, .works, .refused, .refused, .refused, .refused,
            needs: event),
        Line(
            "--insights", .refused, .refused, .works, .refused, .refused, .refused, .refused,
            needs: event),
        Line(
            "--offline", .refused, .works, .works, .refused, .works, .refused, .refused,
            needs: key),
        Line("--refresh", .refused, .works, .works, .works, .works, .refused, .refused, needs: key),
        Line("--list", .refused, .refused, .refused, .refused, .refused, .works, .refused),
        Line("--watch", .refused, .refused, .refused, .works, .refused, .refused, .refused),
        Line("--kiosk", .refused, .refused, .refused, .refused, .works, .refused, .refused),
        Line("--login", .refused, .refused, .refused, .refused, .refused, .refused, .works),
    ]

    /// Options of which one would take the effect from the other.
    static let pairs: [(String, String)] = [
        ("--insights", "--last"), ("--insights", "--team"), ("--insights", "--level"),
        ("--insights", "--tables"), ("--insights", "--match"), ("--insights", "--compare"),
        ("--compare", "--match"), ("--compare", "--tables"), ("--compare", "--summary"),
        ("--offline", "--refresh"),
    ]

    /// Why a command line is refused; nil if each of its options does something.
    ///
    /// - Returns: `--watch: expected no --last beside it, found both`.
    static func refusal(of given: Set<String>, in modes: Set<Mode>) -> String? {
        for line in lines where given.contains(line.name) {
            guard modes.allSatisfy({ line.effects[$0] == .refused }) else { continue }
            if let flag = modes.compactMap(\.flag).first {
                return "\(flag): expected no \(line.name) with it, found both"
            }
            return "\(line.name): expected \(line.needs), found none"
        }
        return pairs.first { given.contains($0.0) && given.contains($0.1) }.map {
            "\($0.0): expected no \($0.1) with it, found both"
        }
    }
}

/// What a run does; the command line decides it once (``OptionTable`` says what each option means in each).
enum Mode: String, CaseIterable {
    /// Shows matches of files, or of standard input.
    case files
    /// Shows matches that are named by their keys.
    case match
    /// Shows the matches of an event once.
    case event
    /// `--watch`.
    case watch
    /// `--kiosk`.
    case kiosk
    /// `--list`.
    case seasons
    /// `--login`.
    case login

    /// The option that asks for it; nil if the words of the command line do.
    var flag: String? {
        switch self {
        case .files, .match, .event: nil
        case .watch: "--watch"
        case .kiosk: "--kiosk"
        case .seasons: "--list"
        case .login: "--login"
        }
    }

    /// The forms of output that it has.
    ///
    /// What follows an event has only forms that can be printed match by match, and can say that a match was
    /// corrected.
    var formats: [OutputFormat] {
        switch self {
        case .files, .match, .event: OutputFormat.allCases
        case .watch: [.text, .json, .markdown, .summary]
        case .seasons: [.text, .json]
        case .kiosk, .login: [.text]
        }
    }
}
