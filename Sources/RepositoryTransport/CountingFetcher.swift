import TUF

/// Counts the bytes that another fetcher brings.
package final class CountingFetcher: Fetcher {
    private let fetcher: any Fetcher
    package private(set) var bytes: Int64 = 0

    package init(_ fetcher: any Fetcher) {
        self.fetcher = fetcher
    }

    package func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        try fetcher.fetch(request, begin: begin) { (piece) throws(FetchError) in
            bytes &+= Int64(piece.count)
            try sink(piece)
        }
    }

    package func fetchTogether(_ receivers: [FileReceiver]) {
        fetcher.fetchTogether(
            receivers.map { receiver in
                FileReceiver(receiver.request, begin: receiver.begin) {
                    [self] (piece) throws(FetchError) in
                    bytes &+= Int64(piece.count)
                    try receiver.receive(piece)
                } end: {
                    receiver.end($0)
                }
            })
    }
}
