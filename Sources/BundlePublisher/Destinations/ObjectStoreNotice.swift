import TUF

/// Something that a person should know while we work with an object store.
///
/// Nothing fails because of it.
package enum ObjectStoreNotice: Equatable {
    /// The store at this address cannot create a file only where none is: two publishers at the same
    /// instant can defeat the look that takes its place.
    case createsWithoutCondition(address: String)
    /// Somebody else publishes to this address now.
    case locked(address: String, owner: String, since: UTCTime, seconds: Int64)
}
