import BreakdownDocument

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
