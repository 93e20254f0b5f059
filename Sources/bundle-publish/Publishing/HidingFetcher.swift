import TUF

/// A repository of which some metadata files are not shown.
final class HidingFetcher: Fetcher {
    private let hidden: Set<String>
    private let whole: any Fetcher

    /// Hides files.
    init(hiding hidden: Set<String>, of whole: any Fetcher) {
        self.hidden = hidden
        self.whole = whole
    }

    func fetch(
        _ request: FetchRequest, sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        request.base == .metadata && hidden.contains(request.path)
            ? .absent : try whole.fetch(request, sink: sink)
    }
}
