import ArgumentParser
import RepositoryTransport

/// The options about locks; all commands that write share them.
struct LockOptions: ParsableArguments {
    @Flag(help: "Remove the lock that a publisher which was killed left in an object store.")
    var breakLock = false

    /// Refuses to break a lock where there is none: a folder's lock ends with its process.
    func refuse(unlessStore place: String) throws {
        guard breakLock, !place.hasPrefix(ObjectStoreAddress.scheme) else { return }
        throw ValidationError(
            "--break-lock: expected an object store (s3://…), found \(place): a folder's lock ends "
                + "with its publisher")
    }
}
