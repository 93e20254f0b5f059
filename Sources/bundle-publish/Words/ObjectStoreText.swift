import BundlePublisher

/// What a person should know while an object store is at work.
enum ObjectStoreText {
    /// A sentence.
    static func sentence(_ notice: ObjectStoreNotice) -> String {
        switch notice {
        case .locksNothing(let address):
            "\(address): this store cannot create a file only if there is none, so the lock does not stop "
                + "two publishers that begin at the same instant: let only one publish"
        case .locked(let address, let owner, let since, let seconds):
            "\(address): locked by \(owner) since \(since), \(seconds) seconds"
        }
    }
}
