import BundleFormat
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
        /// What a person should know or do next.
        package let notes: [PublishNote]
        /// The paths written, below the directory, in order; none in a dry run.
        package let written: [String]

        /// Reports a publish.
        ///
        /// - Parameters:
        ///   - facts: what it was decided from.
        ///   - prepared: what was signed; nil if nothing was.
        ///   - notes: what more a person should know.
        ///   - written: the paths written.
        init(
            _ facts: PublishFacts, _ prepared: PreparedPublish? = nil, notes: [PublishNote] = [],
            written: [String] = []
        ) {
            plan = facts.plan
            rootExpires = facts.survey.rootExpires
            // Nobody goes back to a content that only a replaced key has signed.
            oldEntries =
                facts.plan.signing == .everything(.onlineKey) ? [:] : facts.liveEntries
            zipBytes = prepared?.bundles.mapValues(\.target.lengthBytes) ?? [:]
            entries =
                prepared?.entries(unlike: oldEntries)
                ?? facts.seasons.revision.bundles.mapValues(\.custom)
            self.notes = facts.notes + notes
            self.written = written
        }
    }
}
