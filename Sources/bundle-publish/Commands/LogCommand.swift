import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON

struct LogCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows what was live when, from the signed history.",
        discussion: """
            Reads the older metadata that the repository still holds, and verifies each of it
            with the chain of roots: what other keys signed is left out and named. Says where
            the record begins, and lists the decisions of this checkout with their reasons.

            Examples:
              bundle-publish log
              bundle-publish log 2026 --in /srv/bundles
              bundle-publish log 2026 --json | jq '.events[0]'
            """)

    @Argument(help: ArgumentHelp("The season; all without one.", valueName: "year"))
    var year: BundleYear?

    @OptionGroup var repository: RepositoryOptions

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    func perform() throws {
        let destination = try repository.open()
        try requirePublished(destination)
        let now = Surroundings.now
        let found = try LiveRepository(
            destination, home: repository.home, remembers: false, now: now)
        let live = try found.requireLive()
        let history = try RepositoryHistory.read(
            destination, roots: found.roots, newest: live.version)
        let file = try DecisionsFile(home: repository.home).read(now: now)
        let text = RepositoryHistoryText(
            events: SeasonEvent.all(in: history.entries).filter { year == nil || $0.year == year },
            history: history,
            decisions: file.forPeople.filter { year == nil || $0.line.year == year },
            problem: live.isInRepository ? nil : found.problem?.message)
        Console.result(json ? text.json.text() : text.lines)
    }
}
