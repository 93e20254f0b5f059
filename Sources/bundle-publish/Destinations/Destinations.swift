import ArgumentParser
import RepositoryTransport

/// Names of places to publish to, as users type them.
enum Destinations {
    /// Opens a place to write to; nothing is made yet.
    ///
    /// - Parameters:
    ///   - text: a directory, `file://` with one, or `s3://BUCKET/PREFIX`.
    ///   - breaksLock: whether a lock that somebody left in an object store is removed.
    /// - Returns: the place.
    /// - Throws: ``PublishError`` where nothing can be written to it, or credentials are missing.
    static func open(
        _ text: String, breaksLock: Bool = false
    ) throws(PublishError) -> any PublishDestination {
        if let store = try objectStore(text) {
            return ObjectStoreDestination(store, breaksLock: breaksLock)
        }
        let address: RepositoryAddress
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw .failed("\(error)")
        }
        guard let directory = address.folderPath else {
            throw .failed(
                "\(text): expected a place to write to, found a web address",
                remedy: "name the directory that is served there")
        }
        return FolderDestination(directory: directory)
    }

    /// The object store that a text names; nil for anything else.
    ///
    /// - Parameter text: what the user typed.
    /// - Returns: a client that has not connected yet.
    /// - Throws: ``PublishError`` where the address is none, or credentials are missing.
    static func objectStore(_ text: String) throws(PublishError) -> ObjectStore? {
        guard text.hasPrefix(ObjectStoreAddress.scheme) else { return nil }
        do throws(AddressError) {
            return ObjectStore(
                try ObjectStoreAddress(text),
                options: try ObjectStoreOptions(environment: Surroundings.variable),
                web: WebOptions(userAgent: "bundle-publish/\(BundlePublish.release)"))
        } catch {
            throw .failed("\(error)", remedy: "docs/HOSTING.md says how an object store is set up")
        }
    }
}

/// What commands that write need to know of a lock; shared by all of them.
struct LockOptions: ParsableArguments {
    @Flag(help: "Remove the lock that a publisher which was killed left in an object store.")
    var breakLock = false
}
