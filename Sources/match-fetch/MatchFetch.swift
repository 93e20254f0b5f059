import ArgumentParser
import BundleFormat

/// The command line with its help.
struct MatchFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match-fetch",
        abstract: "Fetch matches from The Blue Alliance for breakdown.",
        discussion: """
            breakdown runs this program when you ask for a match or an event by its key. It \
            keeps answers under $XDG_CACHE_HOME/match-bundles, asks again only when they may have \
            changed, and sends the key from $TBA_AUTH_KEY, or the one that 'breakdown --login' \
            stored, to The Blue Alliance alone.

            $TBA_API_URL replaces the address of the API.
            """,
        version: programVersion,
        subcommands: [AnswerCommand.self, LoginCommand.self])

    func run() throws { throw ValidationError("expected a command, found none") }
}
