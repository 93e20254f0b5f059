import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

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
