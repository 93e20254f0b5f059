import ArgumentParser
import BundlePublisher
import JSON

struct PullCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Adds the live decisions that this checkout lacks to decisions.txt.",
        discussion: """
            Another person decided and did not commit, or this checkout is fresh. The lines
            are verified, printed and added; read and commit them. Their reasons are not
            signed, so they come without. Needs no key. A checkout that is older than what
            is live needs git pull, too.

            Examples:
              bundle-publish pull --dry-run
              bundle-publish pull && git diff publish/decisions.txt
              bundle-publish pull --in https://bundles.example.org
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var change: ChangeOptions

    func perform() throws {
        let texts = try Pull.run(
            from: try repository.openToRead(), home: repository.home, now: Surroundings.now,
            isDryRun: change.dryRun
        ).map(\.text)
        guard !change.json else {
            Console.result(
                ([
                    "lines": .array(texts.map { .string($0) }), "dryRun": .bool(change.dryRun),
                ] as JSON).text())
            return
        }
        let would = change.dryRun ? "would add" : "added"
        Console.result(
            (texts.isEmpty
                ? ["nothing to pull: this checkout has every decision that is live"]
                : texts.map { "\(would) \($0)" }).harmlessLines)
    }
}
