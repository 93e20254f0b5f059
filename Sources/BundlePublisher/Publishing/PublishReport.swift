import BundleFormat
import SeasonAuthoring
import TUF

extension Publisher {
    /// What a publish did, or in a dry run would do.
    package struct Report {
        package let plan: PublishPlan
        /// The time when the newest root expires: nothing that is published is valid longer.
        package let rootExpires: UTCTime
        package let zipBytes: [BundleYear: Int]
        /// The new entry of each season whose content or entry changed.
        package let entries: [BundleYear: TargetCustom]
        package let oldEntries: [BundleYear: TargetCustom]
        package let lines: [DecisionLine]
        package let notes: [Advice]
        /// True if a season could not be shown as the lines say.
        package let isIncomplete: Bool
        /// Lines of `decisions.txt` that have no effect.
        package let warnings: [Diagnostic]
        /// The paths written, below the directory, in order; none in a dry run.
        package let written: [String]

        init(
            _ facts: PublishFacts, _ prepared: PreparedPublish? = nil, notes: [Advice] = [],
            written: [String] = []
        ) {
            plan = facts.plan
            rootExpires = facts.rootExpires
            oldEntries = facts.liveEntries
            lines = facts.lines
            let bundles =
                prepared.map { PublishedBundle.all(in: $0.targets) } ?? facts.offering?.seasons
                ?? [:]
            zipBytes = bundles.mapValues(\.target.lengthBytes)
            entries = bundles.entries(unlike: oldEntries)
            warnings = facts.warnings
            self.notes = facts.notes + notes
            isIncomplete = facts.offering?.missing.isEmpty == false
            self.written = written
        }
    }
}
