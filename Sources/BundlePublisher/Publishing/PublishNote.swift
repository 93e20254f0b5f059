import BundleFormat
import TUF

/// Something that a person should know, or do next, after a publish that succeeded.
package enum PublishNote: Equatable, Sendable {
    // MARK: Seasons that stay

    /// The folder has what was rolled back.
    case rolledBack(BundleYear)
    /// The folder no longer has the season; machines would forget its recalls.
    case keptForRecalls(BundleYear)
    /// The other repository offers what was rolled back here.
    case rolledBackHere(BundleYear, source: String)
    /// The other repository has recalled what both show.
    case recalledThere(BundleYear, ContentVersion, source: String)

    // MARK: After a change of an entry

    /// A rollback that was cut off had led to this content, so this one changes nothing.
    case rolledBackBefore(BundleYear, ContentVersion)
    /// A publish leaves the season as it is until its folder changes.
    case waitsForFolder(BundleYear)
    /// A publish refuses the season while its folder has what was recalled.
    case refusedUntilMended(BundleYear)
    /// The content that was recalled is not the one that is shown, so `--to` changed nothing.
    case stillShown(BundleYear, ContentVersion)
    /// The record holds the decision; the next publish signs it.
    case decided(record: String, place: String)

    // MARK: A directory that is older than our record

    /// The timestamp was older than the newest state that was live, which is signed again.
    case olderTimestampPutBack
    /// A recall was missing and is signed again.
    case recallRestored(BundleYear)
    /// What this home had signed last of the season was missing and is signed again.
    case decisionRestored(BundleYear)
    /// Waves or a hold-off were asked for, and no season has new content for them.
    case rolloutUnused
    /// `--again` names a season that the folder does not have.
    case againUnused(BundleYear)
    /// Somebody put back what a replaced key has signed.
    case replacedKeyPutBack

    /// The timestamp did not verify; the publish continues from the newest snapshot that does.
    case timestampMended(signedAt: UTCTime)

    /// A file lay in the place of a root, and no root of ours vouches for it.
    case falseRoot(path: String)
    /// A zip that is live and stays so is gone or damaged.
    case zipLost(path: String)

    /// The timestamp of what is live could not be kept; an older one would not be noticed.
    case timestampNotKept(PublishError)

    // MARK: After the online key was replaced

    /// The season is shown as we decided, though the folder has a recalled content.
    case shownAsDecided(BundleYear, recalled: ContentVersion)
    /// Only the replaced key has signed the season.
    case leftOut(BundleYear)
    /// Only the replaced key says that the content is recalled.
    case recallDropped(BundleYear, ContentVersion, PublishPlace)
    /// Only the replaced key says that the content was rolled back.
    case rollbackDropped(BundleYear)
    /// Only the replaced key has signed this rollout.
    case rolloutDropped(BundleYear, Rollout, PublishPlace)
    /// The home could not be written.
    case notRemembered(PublishError)

    // MARK: Levels of the description language

    /// The zip for programs that read less is gone, so they are offered nothing of the season.
    case olderFormLost(BundleYear, ContentVersion)
    /// Programs of every level are offered the season again.
    case needsLevelOne(BundleYear, ContentVersion)
    /// Programs that read less are offered the other content, or nothing.
    case needsLevel(Int, BundleYear, ContentVersion, others: ContentVersion?)
}
