import RepositoryTransport
import TUF

/// A repository to look at: an address, a folder, or a place in an object store.
struct Site {
    /// As it is shown to people.
    let address: String
    /// Whether it is an address whose encryption must not be left.
    let isEncrypted: Bool
    let fetcher: any Fetcher
    /// The same, where a web server can be looked at; nil for folders and object stores.
    let web: CurlFetcher?

    /// Opens a repository.
    ///
    /// - Parameters:
    ///   - argument: named on the command line; else the configuration's.
    ///   - home: the publisher's folder.
    /// - Throws: ``PublishError`` where neither names one, or the address is none.
    init(_ argument: String?, home: Home) throws(PublishError) {
        let configured =
            argument == nil ? try Configuration.read(home.configurationPath).repository : nil
        guard let text = argument ?? configured else {
            throw .failed(
                "repository: expected an address or a directory, found none",
                remedy: "name one, or write repository: into \(home.configurationPath)")
        }
        if let store = try Destinations.objectStore(text) {
            (address, isEncrypted) = ("\(store.address)", false)
            (web, fetcher) = (nil, ObjectStoreFetcher(store))
            return
        }
        let parsed: RepositoryAddress
        do throws(AddressError) {
            parsed = try RepositoryAddress(text)
        } catch {
            throw .failed("\(error)")
        }
        (address, isEncrypted) = ("\(parsed)", parsed.scheme == .https)
        let options = WebOptions(
            userAgent: "bundle-publish/\(BundlePublish.release)")
        switch parsed.scheme {
        case .http, .https:
            let web = CurlFetcher(address: parsed, options: options)
            (self.web, fetcher) = (web, web)
        case .file:
            (web, fetcher) = (nil, parsed.fetcher(options))
        }
    }

    /// The first root to trust: the home's; without a home the repository's own, which then vouches for
    /// itself.
    func firstRoot(_ home: Home) throws(PublishError) -> [UInt8] {
        if let chain = try RootChain.read(home.metadataPath) { return chain.first }
        guard let chain = try RootChain.fetch(from: fetcher, at: address) else {
            throw .failed(
                "\(address): expected metadata/1.root.json, found none",
                remedy: "name what bundle-publish publish wrote, or where it is served")
        }
        Console.message(
            "\(home.path): expected a home to compare the root with, found none; "
                + "trusting the repository's own")
        return chain.first
    }
}
