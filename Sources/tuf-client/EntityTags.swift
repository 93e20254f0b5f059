import TUF

/// A fetcher that asks "has it changed?" only with entity tags.
///
/// Dates count whole seconds. A file that is published twice within one second would be "not
/// modified" for ever; repositories under test do that.
final class EntityTags: Fetcher {
    private let underlying: any Fetcher

    /// Wraps a fetcher.
    init(over underlying: any Fetcher) {
        self.underlying = underlying
    }

    /// Fetches one file, as ``Fetcher`` says, and forgets its date.
    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        let outcome = try underlying.fetch(request, begin: begin, sink: sink)
        guard case .found(let validator) = outcome else { return outcome }
        return .found(validator: validator?.entityTag.map { Validator(entityTag: $0) })
    }
}
