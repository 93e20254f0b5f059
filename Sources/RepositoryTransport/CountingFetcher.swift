import TUF

/// Counts the bytes that another fetcher brings.
package final class CountingFetcher: Fetcher {
    private let fetcher: any Fetcher
    package private(set) var bytes: Int64 = 0

    private let counted: (Int) -> Void

    /// Counts for a fetcher; `counted` gets the bytes of each piece before it is handed on.
    package init(_ fetcher: any Fetcher, counted: @escaping (Int) -> Void = { _ in }) {
        self.fetcher = fetcher
        self.counted = counted
    }

    private func count(_ piece: UnsafeRawBufferPointer) {
        bytes &+= Int64(piece.count)
        counted(piece.count)
    }

    package func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        try fetcher.fetch(request, begin: begin) { (piece) throws(FetchError) in
            count(piece)
            try sink(piece)
        }
    }

    package func fetchTogether(_ receivers: [FileReceiver]) {
        fetcher.fetchTogether(
            receivers.map { receiver in
                FileReceiver(receiver.request, begin: receiver.begin) {
                    [self] (piece) throws(FetchError) in
                    count(piece)
                    try receiver.receive(piece)
                } end: {
                    receiver.end($0)
                }
            })
    }
}
