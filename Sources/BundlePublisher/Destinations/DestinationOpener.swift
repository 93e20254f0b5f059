import RepositoryTransport
import TUF
import WebTransport

/// Opens the places that a person names: directories, object stores and web addresses.
package struct DestinationOpener {
    /// Looks an environment variable up; the AWS tools' variables hold an object store's credentials.
    package let variable: (String) -> String?
    /// Who publishes, for the lock that others may find in an object store.
    package let owner: String
    /// The name that web servers see.
    package let userAgent: String
    package let now: UTCTime
    /// Gets what a person should know while an object store is at work.
    package let report: (ObjectStoreNotice) -> Void

    /// Keeps what opening a place depends on.
    package init(
        variable: @escaping (String) -> String?, owner: String, userAgent: String, now: UTCTime,
        report: @escaping (ObjectStoreNotice) -> Void
    ) {
        self.variable = variable
        self.owner = owner
        self.userAgent = userAgent
        self.now = now
        self.report = report
    }

    /// Opens a place to write to; nothing is made yet.
    ///
    /// - Throws: ``PublishError`` if nothing can be written to it, or credentials are missing.
    package func open(
        _ text: String, breaksLock: Bool = false
    ) throws(PublishError) -> any PublishDestination {
        if let store = try objectStore(text) {
            return ObjectStoreDestination(
                store, breaksLock: breaksLock, owner: owner, now: now, report: report)
        }
        let address: RepositoryAddress
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw .address(error, isObjectStore: false)
        }
        guard let directory = address.folderPath else {
            throw .place(text, .webAddress)
        }
        return try folder(directory)
    }

    /// Opens the place that is named, else the one in the configuration.
    ///
    /// - Throws: ``PublishError`` if neither names one.
    package func open(
        _ text: String?, home: Home, breaksLock: Bool = false
    ) throws(PublishError) -> any PublishDestination {
        let configured =
            text == nil ? try HomeConfiguration.read(home.configurationPath).repository : nil
        guard let name = text ?? configured else {
            throw .noRepository(configuration: home.configurationPath, isForReading: false)
        }
        return try open(name, breaksLock: breaksLock)
    }

    /// Opens a place to read from: what ``open(_:home:)`` opens, and web addresses.
    package func openToRead(
        _ text: String?, home: Home
    ) throws(PublishError) -> any PublishDestination {
        let site = try site(text, home: home)
        guard let web = site.web else { return try open(text, home: home) }
        return ReadOnlySite(name: "\(site.address)", fetcher: web)
    }

    /// Opens a repository to look at.
    ///
    /// - Throws: ``PublishError`` if neither names one, or the address is none.
    package func site(_ text: String?, home: Home) throws(PublishError) -> Site {
        let configured =
            text == nil ? try HomeConfiguration.read(home.configurationPath).repository : nil
        guard let text = text ?? configured else {
            throw .noRepository(configuration: home.configurationPath, isForReading: true)
        }
        if let store = try objectStore(text) {
            return Site(
                address: "\(store.address)", isEncrypted: false, fetcher: ObjectStoreFetcher(store))
        }
        let parsed: RepositoryAddress
        do throws(AddressError) {
            parsed = try RepositoryAddress(text)
        } catch {
            throw .address(error, isObjectStore: false)
        }
        let isEncrypted = parsed.scheme == .https
        let options = WebOptions(userAgent: userAgent)
        switch parsed.scheme {
        case .http, .https:
            let web = CurlFetcher(address: parsed, options: options)
            return Site(address: "\(parsed)", isEncrypted: isEncrypted, fetcher: web, web: web)
        case .file:
            if let directory = parsed.folderPath { _ = try folder(directory) }
            return Site(
                address: "\(parsed)", isEncrypted: isEncrypted, fetcher: parsed.fetcher(options))
        }
    }

    /// The directory, in which nothing else stands in the place of our folders and files.
    ///
    /// So a command that only reads, and a dry run, say what the real command says.
    private func folder(_ directory: String) throws(PublishError) -> FolderDestination {
        let destination = FolderDestination(directory: directory)
        try destination.requireReadable()
        return destination
    }

    /// The object store that a text names; nil for anything else.
    private func objectStore(_ text: String) throws(PublishError) -> ObjectStore? {
        guard text.hasPrefix(ObjectStoreAddress.scheme) else { return nil }
        do throws(AddressError) {
            return ObjectStore(
                try ObjectStoreAddress(text),
                options: try ObjectStoreOptions(environment: variable),
                web: WebOptions(userAgent: userAgent))
        } catch {
            throw .address(error, isObjectStore: true)
        }
    }
}
