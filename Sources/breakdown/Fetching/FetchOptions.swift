import ArgumentParser
import BreakdownRenderer
import Glibc
import MatchKeys

/// The options about matches that are fetched by their key.
struct FetchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of an event: only the matches that were played last; 1 without a number.",
            valueName: "n"))
    var last: Int?

    @Option(help: ArgumentHelp("Of an event: only this team's matches.", valueName: "number"))
    var team: String?

    @Option(help: "Of an event: only this round's matches.")
    var level: MatchKey.Level?

    @Flag(help: "Of an event: each match's table instead of the list.")
    var tables = false

    @Flag(help: "Of an event: its insights.")
    var insights = false

    @Flag(
        help: """
            Of an event: show each match as soon as it has a score, and again when that is corrected, \
            until interrupted.
            """)
    var watch = false

    @Flag(help: "Of an event: fill the screen with the last match, the list and the clock.")
    var kiosk = false

    @Flag(help: "Use only stored answers, and no network.")
    var offline = false

    @Flag(help: "Ask for the newest answer, even if the stored one is less than a minute old.")
    var refresh = false

    @Flag(help: "Ask for a key for The Blue Alliance, try it and store it.")
    var login = false

    func validate() throws {
        if let last, !(1...1_000).contains(last) {
            throw ValidationError("--last: expected 1 to 1000, found \(last)")
        }
        if let team, MatchChoice.team(team) == nil {
            throw ValidationError("--team: expected a team's number such as 254, found \(team)")
        }
    }

    /// The wish that the options describe.
    var wish: FetchSettings {
        FetchSettings(
            freshness: offline ? .offline : refresh ? .refresh : .usual,
            choice: MatchChoice(last: last, team: team.flatMap(MatchChoice.team), level: level),
            wantsTables: tables, wantsInsights: insights,
            action: watch ? .watch : kiosk ? .kiosk : .show)
    }

    /// Gives `--last` without a number the number 1, and joins it with one below zero; the argument parser cannot.
    static func completing(_ arguments: [String]) -> [String] {
        var completed: [String] = []
        for argument in arguments {
            guard completed.last == "--last" else {
                completed.append(argument)
                continue
            }
            let isNumber = Int(argument) != nil
            // Joined, because a number below zero begins like an option.
            completed[completed.count - 1] = "--last=\(isNumber ? argument : "1")"
            if !isNumber { completed.append(argument) }
        }
        if completed.last == "--last" { completed.append("1") }
        return completed
    }
}

extension MatchKey.Level: ExpressibleByArgument {}

/// A word of the command line that is no file: a request to The Blue Alliance.
enum FetchArgument: Equatable {
    case inquiry(Inquiry)
    /// The address of a page about something else.
    case otherPage

    /// Reads a word.
    ///
    /// - Parameter word: what a person typed; the result is nil for a file that exists, for `-`, and for
    ///   everything that is neither a key nor an address.
    init?(_ word: String) {
        // A file comes first: it was there before a user could ask for a key.
        guard word != "-", access(word, F_OK) != 0 else { return nil }
        if let inquiry = Inquiry(word) {
            self = .inquiry(inquiry)
        } else if Inquiry.isAddress(word) {
            self = .otherPage
        } else {
            return nil
        }
    }
}
