import BundleArchive
import BundleFormat
import TUF

/// A difference between what is there and what our root vouches for; nothing was written.
package enum Refusal: Equatable, Sendable {
    // MARK: What is published

    /// A client refuses what is live.
    case live(place: String, UpdateError)
    /// A signed entry does not describe a season.
    case entry(place: String, BundleFormatError)
    /// The repository has an older state than this home has seen there.
    case older(place: String)
    /// A published zip cannot be unpacked.
    case zip(place: String, path: String, BundleFormatError)
    /// Metadata that was signed before does not verify.
    case metadata(place: String, RepositoryError)
    /// A state of the history does not verify, so nothing is pruned.
    case state(StateFiles.Problem)
    /// Pruning would change what is live.
    case pruningChangesLive(place: String)
    /// A file that never changes has other bytes.
    case otherBytes(path: String)

    // MARK: Roots

    /// One of our roots does not verify.
    case root(path: String, RepositoryError)
    /// The first root that is published is not the one we keep.
    case otherRoot(path: String)
    /// Two checkouts have each made a root of this number, and the other one is published.
    case forkedRoot(path: String, number: Int)
    /// More roots are published than we keep.
    case moreRoots(metadata: String, ours: Int)
    /// A root that waits for signatures does not follow our newest.
    case pendingRoot(path: String, RepositoryError)

    // MARK: What would be published

    /// A client would refuse it.
    case prepared(UpdateError)
    /// A client could not unpack a zip of it.
    case preparedZip(BundleFormatError)
}
