import BundleFormat
import SeasonAuthoring
import TUF

extension Publisher {
    /// What was done, or would be.
    package struct Report {
        package let plan: PublishPlan
        /// The time when the newest root expires: nothing that is published is valid longer.
        package let rootExpires: UTCTime
        /// Bytes of each season's zip.
        package let zipBytes: [BundleYear: Int]
        /// The new entry of each season whose content or entry changed.
        package let entries: [BundleYear: TargetCustom]
        /// The entries that were live before.
        package let oldEntries: [BundleYear: TargetCustom]
        /// The lines that were added, or would be.
        package let lines: [DecisionLine]
        /// The decisions before them.
        package let decisionsBefore: Decisions
        /// What a person should know or do next.
        package let notes: [PublishNote]
        /// Lines of `decisions.txt` that have no effect.
        package let warnings: [Diagnostic]
        /// The paths written, below the directory, in order; none in a dry run.
        package let written: [String]

        /// True if a season could not be shown as the lines say.
        package var isIncomplete: Bool {
            notes.contains { if case .replacementLost = $0 { true } else { false } }
        }

        /// Reports a publish.
        init(
            _ facts: PublishFacts, _ prepared: PreparedPublish? = nil, notes: [PublishNote] = [],
            written: [String] = []
        ) {
            plan = facts.plan
            rootExpires = facts.rootExpires
            oldEntries = facts.liveEntries
            lines = facts.lines
            decisionsBefore = facts.file.decisions
            let bundles =
                prepared.map { PublishedBundle.all(in: $0.targets) } ?? facts.offering?.seasons
                ?? [:]
            zipBytes = bundles.mapValues(\.target.lengthBytes)
            entries = bundles.entries(unlike: oldEntries)
            warnings = facts.warnings
            self.notes = facts.notes + notes
            self.written = written
        }
    }
}
