import ArgumentParser
import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

/// `prune`: what nobody can be asking for any more is removed.
struct PruneCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Removes zips and metadata that nobody can be asking for any more.",
        discussion: """
            Keeps everything of the last days, at least of as many as a timestamp lives: a
            cache or a machine may hold one that leads there. Roots always stay. Stops before
            anything is removed where something is not understood. What is gone cannot be
            rolled back to, and log no longer tells of it.

            Examples:
              bundle-publish prune --keep-days 180 --in /srv/bundles --dry-run
              bundle-publish prune --keep-days 180 --in /srv/bundles
            """)

    @Option(help: ArgumentHelp("Days that a state stays after it went out of use.", valueName: "n"))
    var keepDays: Int

    @OptionGroup var options: HomeOptions

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The published directory; the configuration's repository without it.",
            valueName: "directory"))
    var place: String?

    @Flag(help: "Show what would be removed and remove nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    func validate() throws {
        guard 0...36_525 ~= keepDays else {
            throw ValidationError("--keep-days: expected 0 to 36525")
        }
    }

    func perform() throws -> ExitCode {
        let home = Home(path: options.home)
        let pruner = Pruner(
            destination: try DestinationOpener.program.open(place, home: home), home: home,
            keepDays: keepDays,
            now: Surroundings.now, isDryRun: dryRun)
        let plan = try pruner.run { plan in
            if !json { Console.result(PruneText.lines(plan, isDryRun: dryRun)) }
        }
        if json { Console.result(PruneText.json(plan, isDryRun: dryRun).text()) }
        return .success
    }
}

/// A pruning in words, for people and for machines.
enum PruneText {
    /// A line for each file, and what it comes to.
    static func lines(_ plan: PrunePlan, isDryRun: Bool) -> String {
        let files = plan.removed.map { "remove \($0.path)  \($0.lengthBytes) bytes" }
        let others = plan.leftAlone.map { "left alone: \($0): not named, and none of ours" }
        let sum =
            plan.removed.isEmpty
            ? "nothing to prune"
            : "\(counted(plan.removed.count, "file")), \(plan.removedBytes) bytes"
                + (isDryRun ? " would be removed" : "")
        return (files + others + [sum] + waiting(plan)).harmlessLines
    }

    private static func waiting(_ plan: PrunePlan) -> [String] {
        guard let next = plan.nextAt else { return [] }
        return [
            "\(counted(plan.waitingCount, "older state")) kept: a machine may still be asking for "
                + "them; the next may go at \(next)"
        ]
    }

    /// One object: `dryRun`, `removed`, `bytes`, `leftAlone`, `waiting` and `nextAt`.
    static func json(_ plan: PrunePlan, isDryRun: Bool) -> JSON {
        [
            "dryRun": .bool(isDryRun),
            "removed": .array(plan.removed.map { .string($0.path) }),
            "bytes": .integer(Int64(plan.removedBytes)),
            "leftAlone": .array(plan.leftAlone.map { .string($0) }),
            "waiting": .integer(Int64(plan.waitingCount)),
            "nextAt": plan.nextAt.map { .string($0.description) } ?? nil,
        ]
    }
}
