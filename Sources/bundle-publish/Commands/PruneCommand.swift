import ArgumentParser
import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

struct PruneCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Removes zips and metadata that no agent can still ask for.",
        discussion: """
            Keeps everything of the last days, and of at least as many days as a timestamp
            lives, because a cache or a machine may hold an older timestamp. Roots always
            stay. If prune does not understand a file, it stops and removes nothing. You
            cannot roll back to what is removed, and log no longer shows it. What lines show stays.

            Examples:
              bundle-publish prune --keep-days 180 --dry-run
              bundle-publish prune --keep-days 180
            """)

    @Option(
        help: ArgumentHelp(
            "Days for which a state stays after another one replaced it.", valueName: "n"))
    var keepDays: Int

    @OptionGroup var repository: RepositoryOptions

    @OptionGroup var change: ChangeOptions

    func validate() throws {
        guard 0...36_525 ~= keepDays else {
            throw ValidationError("--keep-days: expected 0 to 36525")
        }
    }

    func perform() throws {
        let pruner = Pruner(
            destination: try repository.open(), home: repository.home, keepDays: keepDays,
            isRehearsal: try repository.isRehearsal, now: Surroundings.now)
        let plan = try pruner.run(isDryRun: change.dryRun) { plan in
            if !change.json { Console.result(PruneText.lines(plan, isDryRun: change.dryRun)) }
        }
        if change.json { Console.result(PruneText.json(plan, isDryRun: change.dryRun).text()) }
    }
}

/// A pruning in words, for people and for machines.
enum PruneText {
    /// A line for each file, and the total.
    static func lines(_ plan: PrunePlan, isDryRun: Bool) -> String {
        let files = plan.removed.map { "remove \($0.path)  \($0.lengthBytes) bytes" }
        let others = plan.leftAlone.map {
            "left alone: \($0): no state names it, and no publish writes such a name"
        }
        let sum =
            plan.removed.isEmpty
            ? "nothing to prune"
            : "\(counted(plan.removed.count, "file")), \(plan.removedBytes) bytes"
                + (isDryRun ? " would be removed" : "")
        let waiting = plan.nextAt.map {
            "\(counted(plan.waitingCount, "older state")) kept: a machine may still be asking for "
                + "them; the next may go at \($0)"
        }
        return (files + others + [sum] + [waiting].compactMap { $0 }).harmlessLines
    }

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
