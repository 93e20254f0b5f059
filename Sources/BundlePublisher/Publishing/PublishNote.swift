import BundleFormat
import Files
import TUF

/// Something that a person should know, or do next, after a command that succeeded.
package enum PublishNote: Equatable, Sendable {
    // MARK: What was decided

    /// A rollback or a recall goes back to this content.
    case goesBackTo(BundleYear, OfferedContent)
    /// The season shows the content already, or the checkout's lines say that it does.
    case shownAlready(BundleYear, ContentVersion)
    case recalledAlready(BundleYear, ContentVersion)
    case liftedAlready(BundleYear, ContentVersion)
    case rolloutAlready(BundleYear, ContentVersion)
    /// The content that was recalled is not the one that is shown, so `--to` changed nothing.
    case stillShown(BundleYear, ContentVersion)
    /// No earlier content can be shown instead of the recalled one.
    case nothingInstead(BundleYear)
    /// `--again` names a season that the folder does not have.
    case againUnused(BundleYear)
    /// Waves or a hold-off were asked for, and no season has new content for them.
    case rolloutUnused
    /// The lines are in the file; the next publish signs them.
    case decided(file: String)

    // MARK: What lines do

    /// The given content of a season is not shown, but another one.
    case replaced(BundleYear, given: ContentVersion, shown: ContentVersion)
    /// The given content of a season is recalled and nothing is shown instead.
    case withdrawn(BundleYear, given: ContentVersion)
    /// The zip of a replacement is gone, so the season stays as it is.
    case replacementLost(BundleYear, ContentVersion, commit: String?)
    /// A publish would be stopped.
    case wouldStop(Behind)
    /// The folder has changes that are not committed.
    case uncommitted
    /// Lines of `decisions.txt` that could not be read were not signed.
    case mistakesLeftOut(file: String, count: Int)

    // MARK: What was found

    /// The repository had an older state, or none that counts; the newest is signed again.
    case putBack(PublishError)
    /// A file has the name of a root, but none of our roots vouches for it.
    case falseRoot(path: String)
    /// A zip that is listed is gone or damaged.
    case zipLost(path: String)
    /// The home could not be written.
    case notRemembered(FileError)
    /// Programs that read less keep the content that they have.
    case needsLevel(Int, BundleYear, ContentVersion)
}
