import RepositoryTransport
import TUF

/// A repository to look at, from outside: an address or a folder.
struct Site {
    let address: RepositoryAddress
    let fetcher: any Fetcher
    /// The same, where a web server can be looked at; nil for folders.
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
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw .failed("\(error)")
        }
        let options = WebOptions(
            userAgent: "bundle-publish/\(BundlePublish.release)")
        switch address.scheme {
        case .http, .https:
            let web = CurlFetcher(address: address, options: options)
            (self.web, fetcher) = (web, web)
        case .file:
            (web, fetcher) = (nil, address.fetcher(options))
        }
    }

    /// The first root to trust: the home's; without a home the repository's own, which then vouches for
    /// itself.
    func firstRoot(_ home: Home) throws(PublishError) -> [UInt8] {
        if let chain = try RootChain.read(home.metadataPath) { return chain.first }
        guard let chain = try RootChain.fetch(from: fetcher, at: "\(address)") else {
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
