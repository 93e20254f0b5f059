import BundleFormat
import TUF

/// What a publish makes of the folder of seasons: what is packed, what stays, what is signed about it.
struct SeasonFacts {
    /// The seasons to pack from; nil if what is live stays.
    var contents: [BundleYear: PackedSeason]?
    /// Entries that are signed as they are here, and notes about some.
    var revision = EntryRevision()
    /// What is signed about seasons that are packed; the others follow from what is live.
    var entries: [BundleYear: TargetCustom] = [:]
    /// The seasons that stay as they are published.
    var kept: [BundleYear: ContentVersion] = [:]
    /// Forms of lower levels that are signed again beside what is packed or stays.
    var older: [TargetFile] = []

    /// The contents that this publish brings from the folder or from another repository.
    var ours: [BundleYear: ContentVersion] {
        let promoted = revision.bundles.filter { revision.zips[$0.value.zipPath] != nil }
        return promoted.mapValues(\.custom.version)
            .merging(contents?.mapValues(\.version) ?? [:]) { $1 }
    }

    /// The version that each season has after the publish.
    ///
    /// - Parameter published: what is live.
    /// - Returns: the versions.
    func versions(
        after published: [BundleYear: PublishedBundle]
    ) -> [BundleYear: ContentVersion] {
        guard let contents else {
            return published.merging(revision.bundles) { $1 }.mapValues(\.custom.version)
        }
        return contents.mapValues(\.version).merging(kept) { $1 }
    }

    /// The level of the description language that each season needs, as far as it changes.
    var formats: [BundleYear: Int] {
        (contents?.mapValues(\.format) ?? [:])
            .merging(revision.bundles.mapValues(\.custom.format)) { $1 }
    }
}
