import BundleFormat
import TUF

/// What a publish does with the folder of seasons: what it packs, what stays, and what it signs about both.
struct SeasonFacts {
    /// The seasons to pack from; nil if what is live stays.
    var contents: [BundleYear: PackedSeason]?
    /// Entries that are signed unchanged, and notes about some of them.
    var revision = EntryRevision()
    /// The new entries of seasons that are packed; the entries of the others follow from what is live.
    var entries: [BundleYear: TargetCustom] = [:]
    /// The seasons that stay as they are published.
    var kept: [BundleYear: ContentVersion] = [:]
    /// Forms of lower levels that are signed again beside the newest form.
    var older: [TargetFile] = []
    /// The levels of the live forms whose zips are gone, so that they are left out.
    var lostForms: [BundleYear: Set<Int>] = [:]

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
