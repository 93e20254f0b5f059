import TUF

/// A repository that hides some of its files.
final class HidingFetcher: Fetcher {
    private let hidden: Set<String>
    private let hiddenTargets: Set<String>
    private let whole: any Fetcher

    /// Hides files below `metadata/`, and below `targets/`.
    init(
        hiding hidden: Set<String>, andTargets hiddenTargets: Set<String> = [],
        of whole: any Fetcher
    ) {
        self.hidden = hidden
        self.hiddenTargets = hiddenTargets
        self.whole = whole
    }

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        (request.base == .metadata ? hidden : hiddenTargets).contains(request.path)
            ? .absent : try whole.fetch(request, begin: begin, sink: sink)
    }
}
