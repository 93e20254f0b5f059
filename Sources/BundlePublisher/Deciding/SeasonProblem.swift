import BundleArchive
import BundleFormat

/// Why a command cannot do what was asked for with a season.
package enum SeasonProblem: Equatable, Sendable {
    /// A content that a command may name.
    package struct Choice: Equatable, Sendable {
        package enum State: Equatable, Sendable { case shown, recalled, replaced }
        package let content: OfferedContent
        package let state: State?
    }

    /// The repository does not have the season; `published` are the seasons that it has.
    case unpublished(BundleYear, place: String, published: [BundleYear])
    /// The repository to promote from does not have the season.
    case notAtSource(BundleYear, place: String)
    /// No machine may serve the content that was named.
    case recalled(BundleYear, ContentVersion, choices: [Choice])
    /// A command needs a version and was given none.
    case unnamed(BundleYear, choices: [Choice])
    /// Digits name no content or several.
    case ambiguous(BundleYear, digits: String, count: Int, choices: [Choice])
    /// No earlier content can be offered.
    case noEarlier(BundleYear, place: String, choices: [Choice])
    /// The season would have more recalls than it may.
    case tooManyRecalls(BundleYear, count: Int)
    /// The file of decisions is full.
    case tooManyLines(path: String, max: Int)
    /// The content was never recalled.
    case notRecalled(BundleYear, ContentVersion)
    /// The waves or the hold-off break a rule.
    case unusableWaves
    /// The cache of packed seasons lost or damaged a zip.
    case keptZipDamaged(path: String)
    /// An agent would refuse the zip.
    case archive(BundleYear, BundleFormatError)
}
