import Files
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
        let place = try openToRead(text, home: home, breaksLock: breaksLock)
        if let site = place as? Site { throw site.readOnly }
        return place
    }

    /// Opens a place to read from: what ``open(_:home:breaksLock:)`` opens, and web addresses.
    ///
    /// A directory in which something else stands where our folders and files belong is refused. So a command that only
    /// reads, and a dry run, say what the real command says.
    package func openToRead(
        _ text: String?, home: Home, breaksLock: Bool = false
    ) throws(PublishError) -> any PublishDestination {
        let configuration = home.configurationPath
        let configured = text == nil ? try HomeConfiguration.read(home).repository : nil
        guard let text = text ?? configured else {
            throw PublishError(
                "repository: expected a directory or an address, found none", kind: .nowhereToWrite,
                remedy: "name one, or write repository: into \(configuration)")
        }
        if text.hasPrefix(ObjectStoreAddress.scheme) {
            return ObjectStoreDestination(
                try objectStore(text), breaksLock: breaksLock, owner: owner, now: now,
                report: report)
        }
        let address = try converting(try RepositoryAddress(text)) { (error: AddressError) in
            PublishError("\(error)")
        }
        guard let directory = address.folderPath else {
            let web = CurlFetcher(address: address, options: WebOptions(userAgent: userAgent))
            return Site(name: "\(address)", fetcher: web, web: web)
        }
        let folder = FolderDestination(directory: directory)
        try folder.requireReadable()
        return folder
    }

    /// Whether a named place is another one than the home's own, so that nothing of it is remembered.
    package func isRehearsal(_ text: String?, home: Home) throws(PublishError) -> Bool {
        guard let text, let own = try HomeConfiguration.read(home).repository else { return false }
        let real = { (place: String) in
            place.contains("://") ? place : Paths.real(place) ?? Paths.absolute(place)
        }
        return real(text) != real(own)
    }

    /// The address in the configuration where agents find the repository; nil without one.
    package func publicSite(home: Home) throws(PublishError) -> Site? {
        guard let address = try HomeConfiguration.read(home).address else { return nil }
        return try site(address, home: home)
    }

    /// The same place, to look at it alone.
    package func site(_ text: String?, home: Home) throws(PublishError) -> Site {
        let place = try openToRead(text, home: home)
        if let site = place as? Site { return site }
        let address = (try? RepositoryAddress(place.name)).map { "\($0)" }
        return Site(name: address ?? place.name, fetcher: place.fetcher)
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
}
