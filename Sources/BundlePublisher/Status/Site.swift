import RepositoryTransport
import TUF

/// A repository to look at: an address, a folder, or a place in an object store.
package struct Site {
    /// The address as people see it.
    package let address: String
    /// True if the address is an encrypted one, which no redirect may leave.
    package let isEncrypted: Bool
    /// Reads the repository as agents do.
    package let fetcher: any Fetcher
    /// The same web server for further questions; nil for folders and object stores.
    package var web: CurlFetcher?

    /// Names a repository and what reads it.
    package init(
        address: String, isEncrypted: Bool, fetcher: any Fetcher, web: CurlFetcher? = nil
    ) {
        self.address = address
        self.isEncrypted = isEncrypted
        self.fetcher = fetcher
        self.web = web
    }

    /// What the repository serves, verified from a root.
    ///
    /// - Returns: nil if nothing was published.
    /// - Throws: ``PublishError/refused(_:)``, also if there is a root and no timestamp: every publish writes both.
    package func read(
        from firstRoot: [UInt8], now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        let live = try LiveRepository.read(fetcher, at: address, firstRoot: firstRoot, now: now)
        guard live == nil, try RootChain.fetch(from: fetcher, at: address) != nil else {
            return live
        }
        throw .refused(.live(place: address, .transfer(.absent(path: "timestamp.json"))))
    }

    /// Where trust in a repository starts.
    package enum FirstRoot {
        /// The home has it.
        case kept([UInt8])
        /// There is no home: the repository vouches for itself.
        case ofRepository([UInt8])

        /// The root's file.
        package var bytes: [UInt8] {
            switch self {
            case .kept(let bytes), .ofRepository(let bytes): bytes
            }
        }
    }

    /// The first root to trust: the home's; without a home the repository's own.
    ///
    /// - Throws: ``PublishError`` if neither has one.
    package func firstRoot(_ home: Home) throws(PublishError) -> FirstRoot {
        if let chain = try RootChain.read(home.metadataPath) { return .kept(chain.first) }
        guard let chain = try RootChain.fetch(from: fetcher, at: address) else {
            throw .place(address, .noFirstRoot)
        }
        return .ofRepository(chain.first)
    }
}
