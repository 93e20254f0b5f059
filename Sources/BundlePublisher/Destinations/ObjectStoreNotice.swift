import TUF

/// Something that a person should know while we work with an object store.
///
/// Nothing fails because of it.
package enum ObjectStoreNotice: Equatable {
    /// The store at this address cannot make "create only if absent" one step, or says that it did and did not.
    ///
    /// So our lock is no lock: we look first, and two publishers at the same instant can both take it.
    case locksNothing(address: String)
    /// Somebody else publishes to this address now.
    case locked(address: String, owner: String, since: UTCTime, seconds: Int64)
}
