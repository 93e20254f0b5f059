/// Why an update did not happen; the families are what the caller does next.
public enum UpdateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No answer that counts came. Try later.
    case transfer(FetchError)
    /// What came is not what a trusted repository says. Keep what is trusted and tell somebody.
    case repository(RepositoryError)
    /// The store cannot be read or written. Look at the disk.
    case store(StoreError)

    /// The sentence of whichever it is.
    public var description: String {
        switch self {
        case .transfer(let error): error.description
        case .repository(let error): error.description
        case .store(let error): error.description
        }
    }
}
