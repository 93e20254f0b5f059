import RepositoryTransport
import SeasonAuthoring
import TUF

/// A repository to look at: an address, a folder, or a place in an object store.
///
/// It can only be read.
package struct Site: PublishDestination {
    package let name: String
    package let fetcher: any Fetcher
    /// The same web server for further questions; nil for folders and object stores.
    package internal(set) var web: CurlFetcher?

    /// What the repository serves, verified from a root; nil if nothing was published.
    ///
    /// A root without a timestamp is refused: every publish writes both.
    package func read(from firstRoot: [UInt8], now: UTCTime) throws(PublishError) -> LiveState? {
        var live = try LiveState.fetched(from: fetcher, at: name, firstRoot: firstRoot, now: now)
        try live?.requireOurs()
        try live?.readRecord(seen: nil)
        guard live == nil, try RootChain.fetch(from: fetcher, at: name) != nil else {
            return live
        }
        throw .noTimestamp(name)
    }

    /// The first root to trust: the home's; without a home the repository's own.
    package func firstRoot(_ home: Home) throws(PublishError) -> (bytes: [UInt8], isKept: Bool) {
        if let chain = try RootChain.read(home) { return (chain.first, true) }
        guard let chain = try RootChain.fetch(from: fetcher, at: name) else {
            throw PublishError(
                "\(name): expected metadata/1.root.json, found none",
                remedy: "name what publish wrote, or where it is served")
        }
        return (chain.first, false)
    }

    /// What agents see right after a publish: this version, or a later one, and what to do if not.
    ///
    /// An older version is no mistake: for a while a cache may show the publish before.
    package func sentence(_ home: Home, version: Int64, now: UTCTime) -> Advice {
        do throws(PublishError) {
            let seen = try LiveState.fetched(
                from: fetcher, at: name, firstRoot: firstRoot(home).bytes, now: now)
            guard let shown = seen?.report.status(of: .timestamp)?.version else {
                return "\(name): nothing is published there: is it where this place is served?"
            }
            guard shown < version else { return "\(name): agents see version \(shown)" }
            return
                "\(name): agents still see version \(shown): a cache keeps it, or this place is "
                + "not what is served there; look again with \(.verify(name))"
        } catch {
            return Advice(error.message)
        }
    }

    // MARK: - As a destination

    /// Fetches a zip, because web servers need not tell lengths.
    package func lengthBytes(of path: String) throws(PublishError) -> Int? {
        guard path.hasPrefix("targets/") else { return nil }
        return try fetcher.fetchFile(
            path, lengthBytesMax: TUFLimits.standard.listedBytesMax, at: name
        )?.count
    }

    package func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value { throw readOnly }

    package func write(_ files: [PublishFile], inOrder: Bool) throws(PublishError) -> [String] {
        throw readOnly
    }

    package func viewerPage() throws(PublishError) -> [UInt8]? { throw readOnly }

    package func list() throws(PublishError) -> [StoredFile] { throw readOnly }

    package func remove(_ paths: [String]) throws(PublishError) { throw readOnly }

    var readOnly: PublishError {
        PublishError(
            "\(name): expected a place to write to, found a web address",
            kind: .nowhereToWrite, remedy: "name the directory that is served there")
    }
}
