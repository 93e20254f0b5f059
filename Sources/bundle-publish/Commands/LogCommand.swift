import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON

/// `log`: what was live when.
struct LogCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows what was live when, from the signed history.",
        discussion: """
            Reads the older metadata that the published directory still holds, and holds each
            of it against the chain of roots: what somebody else put there is left out and
            named. Says where the record begins.

            Examples:
              bundle-publish log /srv/bundles
              bundle-publish log 2026 /srv/bundles
              bundle-publish log 2026 /srv/bundles --json | jq '.events[0]'
            """)

    @Argument(
        help: ArgumentHelp(
            "The season, all without one; then the published directory, the configuration's "
                + "repository without one.", valueName: "year> <directory"))
    var arguments: [String] = []

    @OptionGroup var options: HomeOptions

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    func validate() throws {
        guard arguments.count <= 2 else {
            throw ValidationError("expected a year and a directory at most")
        }
    }

    /// Both arguments are optional: a text that reads as a year is one.
    private var year: BundleYear? { arguments.first.flatMap { BundleYear($0) } }
    private var place: String? { arguments.dropFirst(year == nil ? 0 : 1).first }

    var commands: PrintedCommands { options.commands(at: place) }

    func perform() throws -> ExitCode {
        let home = Home(path: options.home)
        let destination = try DestinationOpener.program.open(place, home: home)
        let roots = try home.roots()
        guard
            let (live, _) = try LiveRepository.readPublished(
                destination, roots: roots, now: Surroundings.now)
        else { throw CommandProblem.nothingPublished(at: destination.name, .publishThere) }
        let history = try RepositoryHistory.read(destination, roots: roots, live: live)
        let events = SeasonEvent.all(in: history.entries).filter {
            year == nil || $0.year == year
        }
        Console.result(
            json
                ? RepositoryHistoryText.json(events, history).text()
                : RepositoryHistoryText.lines(events, history))
        return .success
    }
}
