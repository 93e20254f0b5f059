import BundleArchive
import RepositoryTransport
import WebTransport
import TUF

/// Why a repository cannot be reached, read or written.
package enum PlaceProblem: Equatable, Sendable {
    // MARK: The place

    /// A web address can only be read.
    case webAddress
    /// The files of a web address cannot be listed.
    case webAddressHasNoList
    /// Something else lies where a folder or file of a repository belongs.
    case misplaced(RepositoryFolder.Misplaced)
    /// Another publisher is at work.
    case busy
    /// Another publisher has published since this publish began.
    case overtaken

    /// The private keys of the home lie in it, or it lies in their folder.
    case holdsKeys(String)
    /// The authors' seasons lie in it, or it lies in their folder.
    case holdsSeasons(String)

    // MARK: What is there

    /// There is no such place.
    case nothing
    /// There is no timestamp: nothing was published.
    case noTimestamp
    /// There is no first root.
    case noFirstRoot
    /// What is live was signed by an online key that our newest root replaces.
    case onlineKeyReplaced
    /// The newest root of the home is not published yet.
    case rootsBehind(published: Int, ours: Int)
    /// The metadata folder has a file that is no metadata.
    case notMetadata(path: String)

    // MARK: Transfers

    /// A transfer failed.
    case transfer(FetchError)
    /// The server answered with a web page in the place of a file.
    case webPage(file: String)
    /// The object store could not be asked.
    case storeTransfer(FetchError)
    /// The object store refused a request.
    case storeRefused(path: String, StoreAnswer)
    /// The object store did not list the files of a folder: it answered with something else, or without end.
    case storeNotListed(folder: String)
    /// The key may not list the files of the object store; everything else may still work.
    case listingDenied(folder: String)
    /// The object store did not take a file.
    case notStored(path: String)
    /// The object store said that it has a file, and then gave another one.
    case notKept(path: String)
    /// The object store answered neither the commit nor the read after it, so the publish may be live or not.
    case commitUnknown(path: String)

    // MARK: The lock of an object store

    /// Somebody removed our lock.
    case lockBroken
    /// The lock has no content that we understand.
    case lockUnreadable
    /// Somebody left a lock behind.
    case lockLeft(owner: String, since: UTCTime, ageSeconds: Int64)
}

/// An answer of an object store that is an error.
package struct StoreAnswer: Equatable, Sendable {
    /// The store's own name for the error, `NoSuchBucket` for one.
    package let code: String?
    /// What the store said.
    package let problem: String
    /// The region of the bucket, if the request was signed for another one.
    package let region: String?

    /// Keeps what an answer says.
    init(_ answer: WebAnswer) {
        code = answer.objectStoreCode
        problem = answer.objectStoreProblem
        region = answer.objectStoreRegion
    }
}
