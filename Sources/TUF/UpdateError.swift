/// Why an update failed; the cases say what the caller does next.
public enum UpdateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No usable answer came.
    ///
    /// Try later.
    case transfer(FetchError)
    /// The answer is not what a trusted repository says.
    ///
    /// Keep what is trusted and tell a person.
    case repository(RepositoryError)
    /// The store cannot be read or written.
    ///
    /// Look at the disk.
    case store(StoreError)

    /// The sentence of the error inside.
    public var description: String {
        switch self {
        case .transfer(let error): error.description
        case .repository(let error): error.description
        case .store(let error): error.description
        }
    }
}
