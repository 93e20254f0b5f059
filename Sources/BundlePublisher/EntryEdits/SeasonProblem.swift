import BundleArchive
import BundleFormat

/// Why a command cannot do what was asked for with a season.
package enum SeasonProblem: Equatable, Sendable {
    /// The repository does not have the season; `published` are the seasons that it has.
    case unpublished(BundleYear, place: String, published: [BundleYear])
    /// The repository does not have the season whose content is to be recalled.
    case recallUnheard(BundleYear, place: String)
    /// The repository to promote from does not have the season.
    case notAtSource(BundleYear, place: String)
    /// No machine may serve this content.
    case recalled(BundleYear, ContentVersion, Origin)
    /// Digits name no content or several.
    case ambiguous(BundleYear, digits: String, count: Int)
    /// The season already has the largest number of recalls.
    case tooManyRecalls(BundleYear, count: Int)
    /// Digits name no recalled content.
    case notRecalled(BundleYear, digits: String)
    /// No command of this home recalled such a content; somebody with a replaced key may have done it.
    case notRecalledByUs(BundleYear, digits: String)
    /// No earlier content can be offered.
    ///
    /// `foreign` is one that the place has offered and that no command of this home has published.
    case noEarlier(
        BundleYear, place: String, digits: String?, foreign: ContentVersion?, isPruned: Bool,
        wantedBy: Wanting)
    /// The zip of an earlier content is gone.
    case zipMissing(BundleYear, ContentVersion, path: String)
    /// The online key was replaced, so no earlier content counts that could be shown in the place of this one.
    case noReplacement(BundleYear, ContentVersion)
    /// There is no rollout to stop.
    case everyoneFollows(BundleYear, TakingBack?)
    /// There is no rollout to stop, because the content is recalled and no machine shows it.
    case nobodyFollows(BundleYear)
    /// The waves or the hold-off break a rule.
    case unusableWaves
    /// The cache of packed seasons lost or damaged a zip.
    case keptZipDamaged(path: String)
    /// An agent would refuse the zip.
    case archive(BundleYear, ArchiveError)
    /// After the online key was replaced, no content of the season is known to be safe to show.
    ///
    /// `shown` is the content that should be shown, if that is known.
    case notRecoverable(BundleYear, shown: ContentVersion?, Recovery.Reason)

    /// Where a recalled content was found.
    package enum Origin: Equatable, Sendable {
        /// The folder of seasons has it.
        case folder(PublishPlace)
        /// A person named it.
        case named
        /// The repository to promote from offers it, and has recalled it.
        case source(place: String)
        /// The repository to promote from offers it, and the one to promote to has recalled it.
        case promoted(from: String, to: String)
    }

    /// What needs an earlier content.
    package enum Wanting: Equatable, Sendable {
        case rollback
        /// A recall of this content.
        case recall(ContentVersion)
    }

    /// What takes a content back from every machine.
    package enum TakingBack: Equatable, Sendable {
        case rollback(place: String)
        /// There is no earlier content to go back to.
        case recall(ContentVersion, place: String)
    }
}

/// The names by which a command reaches a repository.
package struct PublishPlace: Equatable, Sendable {
    /// The destination's name.
    package let destination: String
    /// The publisher's folder.
    package let home: String

    /// Names a repository.
    package init(destination: String, home: String) {
        self.destination = destination
        self.home = home
    }
}
