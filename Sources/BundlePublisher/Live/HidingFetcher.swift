import TUF

/// A repository that hides some of its files.
final class HidingFetcher: Fetcher {
    private let hidden: Set<String>
    private let whole: any Fetcher

    /// Hides files by their paths below the directory.
    init(hiding hidden: some Sequence<String>, of whole: any Fetcher) {
        (self.hidden, self.whole) = (Set(hidden), whole)
    }

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        hidden.contains("\(request.base == .metadata ? "metadata" : "targets")/\(request.path)")
            ? .absent : try whole.fetch(request, begin: begin, sink: sink)
    }
}
