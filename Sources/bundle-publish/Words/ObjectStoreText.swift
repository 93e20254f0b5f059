import BundlePublisher

/// What a person should know while an object store is at work.
enum ObjectStoreText {
    /// A sentence.
    static func sentence(_ notice: ObjectStoreNotice) -> String {
        switch notice {
        case .createsWithoutCondition(let address):
            "\(address): this store cannot create a file only where none is; "
                + "looking first, which two publishers at the same instant can defeat"
        case .locked(let address, let owner, let since, let seconds):
            "\(address): locked by \(owner) since \(since), \(seconds) seconds"
        }
    }
}
