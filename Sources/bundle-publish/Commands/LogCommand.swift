import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

struct LogCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows what was live when, from the signed history.",
        discussion: """
            Reads the older metadata that the repository still holds, and verifies each of it
            with the chain of roots: what other keys signed is left out and named. Says where
            the record begins, and lists all decisions with their reasons. --save writes them
            into decisions.txt, where they survive the loss of the directory.

            Examples:
              bundle-publish log
              bundle-publish log 2026 --in /srv/bundles
              bundle-publish log 2026 --json | jq '.events[0]'
              bundle-publish log --save && git add publish/decisions.txt
            """)

    @Argument(help: ArgumentHelp("The season; all without one.", valueName: "year"))
    var year: BundleYear?

    @OptionGroup var repository: RepositoryOptions

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    @Flag(help: "Write what is live into decisions.txt of the home, as a copy.")
    var save = false

    func perform() throws {
        let destination = try repository.openToRead()
        try requirePublished(destination)
        let (home, now) = (repository.home, Surroundings.now)
        let roots = try roots(destination)
        let found = try LiveRepository(
            destination, home: home, roots: roots, isRehearsal: repository.isRehearsal, now: now)
        let live = try found.requireLive()
        guard !save else { return try save(live, found.decisions) }
        let history = try RepositoryHistory.read(
            destination, roots: found.roots, newest: live.version, year: year)
        let decisions = history.decisions(in: destination, beside: live.record)
            .union(found.decisions.all).filter { year == nil || $0.decision.year == year }
        let text = RepositoryHistoryText(
            events: SeasonEvent.all(in: history.entries).filter { year == nil || $0.year == year },
            history: history, decisions: decisions.sorted { $0.since > $1.since },
            counting: found.decisions,
            problem: live.isInRepository ? nil : found.problem?.message)
        Console.result(json ? text.json.text() : text.lines)
        for text in found.news { Console.message(commands.text(text)) }
    }

    /// The home's roots; without a home the repository's own.
    private func roots(_ destination: any PublishDestination) throws(PublishError) -> RootChain {
        if let roots = try RootChain.read(repository.home) { return roots }
        let site = try repository.site()
        _ = try site.trustedRoot(repository.home)
        guard let roots = try RootChain.fetch(from: destination.fetcher, at: destination.name)
        else { throw PublishError.unpublished(destination.name) }
        return roots
    }

    private func save(_ live: LiveState, _ decisions: Decisions) throws(PublishError) {
        var record = live.listed
        record.decisions = decisions
        let file = DecisionsFile(home: repository.home)
        try file.write(DecisionsFile.Content(upTo: live.version, record: record))
        Console.result(
            ["wrote \(file.path): \(decisions.all.count) decisions; commit it"].harmlessLines)
    }
}
