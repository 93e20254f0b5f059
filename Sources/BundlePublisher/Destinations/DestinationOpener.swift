import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// Opens the places that a person names: directories, object stores and web addresses.
package struct DestinationOpener {
    /// Looks an environment variable up; the AWS tools' variables hold an object store's credentials.
    let variable: (String) -> String?
    /// Who publishes, for the lock that others may find in an object store.
    let owner: String
    /// The name that web servers see.
    let userAgent: String
    let now: UTCTime
    /// Gets what a person should know while an object store is at work.
    let report: (String) -> Void

    package init(
        variable: @escaping (String) -> String?, owner: String, userAgent: String, now: UTCTime,
        report: @escaping (String) -> Void
    ) {
        (self.variable, self.owner, self.userAgent) = (variable, owner, userAgent)
        (self.now, self.report) = (now, report)
    }

    /// Opens the place that is named, else the one in the configuration, to write to; nothing is made yet.
    package func open(
        _ text: String?, home: Home, breaksLock: Bool = false
    ) throws(PublishError) -> any PublishDestination {
        switch try parse(text, home, "expected the published directory, found none") {
        case .store(let store): return destination(store, breaksLock: breaksLock)
        case .folder(_, let folder): return folder
        case .web(let address):
            throw PublishError(
                "\(address): expected a place to write to, found a web address",
                kind: .nowhereToWrite, remedy: "name the directory that is served there")
        }
    }

    /// Opens a place to read from: what ``open(_:home:breaksLock:)`` opens, and web addresses.
    package func openToRead(
        _ text: String?, home: Home
    ) throws(PublishError) -> any PublishDestination {
        switch try parse(text, home, Self.expectedToRead) {
        case .store(let store): destination(store, breaksLock: false)
        case .folder(_, let folder): folder
        case .web(let address): site(at: address)
        }
    }

    package func site(_ text: String?, home: Home) throws(PublishError) -> Site {
        switch try parse(text, home, Self.expectedToRead) {
        case .store(let store):
            Site(address: "\(store.address)", fetcher: ObjectStoreFetcher(store))
        case .folder(let address, let folder):
            Site(address: "\(address)", fetcher: folder.fetcher)
        case .web(let address): site(at: address)
        }
    }

    private enum Place {
        case store(ObjectStore)
        case folder(RepositoryAddress, FolderDestination)
        case web(RepositoryAddress)
    }

    private static let expectedToRead = "expected an address or a directory, found none"

    /// Reads the text, else the configuration; `expected` is what a message says if neither names a place.
    ///
    /// A directory in which something else stands where our folders and files belong is refused. So a command that only
    /// reads, and a dry run, say what the real command says.
    private func parse(
        _ text: String?, _ home: Home, _ expected: String
    ) throws(PublishError) -> Place {
        let configuration = home.configurationPath
        let configured = text == nil ? try HomeConfiguration.read(configuration).repository : nil
        guard let text = text ?? configured else {
            throw PublishError(
                "repository: \(expected)", kind: .nowhereToWrite,
                remedy: "name one, or write repository: into \(configuration)")
        }
        if text.hasPrefix(ObjectStoreAddress.scheme) { return .store(try objectStore(text)) }
        let address = try converting(try RepositoryAddress(text)) { (error: AddressError) in
            PublishError("\(error)")
        }
        guard let directory = address.folderPath else { return .web(address) }
        let folder = FolderDestination(directory: directory)
        try folder.requireReadable()
        return .folder(address, folder)
    }

    private func objectStore(_ text: String) throws(PublishError) -> ObjectStore {
        do throws(AddressError) {
            return ObjectStore(
                try ObjectStoreAddress(text),
                options: try ObjectStoreOptions(environment: variable),
                web: WebOptions(userAgent: userAgent))
        } catch {
            throw PublishError(
                "\(error)", remedy: "docs/HOSTING.md says how an object store is set up")
        }
    }

    private func destination(_ store: ObjectStore, breaksLock: Bool) -> ObjectStoreDestination {
        ObjectStoreDestination(
            store, breaksLock: breaksLock, owner: owner, now: now, report: report)
    }

    private func site(at address: RepositoryAddress) -> Site {
        let web = CurlFetcher(address: address, options: WebOptions(userAgent: userAgent))
        return Site(
            address: "\(address)", isEncrypted: address.web?.scheme == .https, fetcher: web,
            web: web)
    }
}
