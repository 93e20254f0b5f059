import TUF

/// Counts the bytes that another fetcher brings.
package final class CountingFetcher: Fetcher {
    private let fetcher: any Fetcher
    /// Bytes handed on so far.
    package private(set) var bytes: Int64 = 0

    /// Counts for one fetcher.
    package init(_ fetcher: any Fetcher) {
        self.fetcher = fetcher
    }

    package func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        try fetcher.fetch(request, begin: begin) { (piece) throws(FetchError) in
            bytes &+= Int64(piece.count)
            try sink(piece)
        }
    }

    package func fetchTogether(_ receivers: [any FileReceiver]) {
        fetcher.fetchTogether(
            receivers.map { receiver in
                Counted(receiver) { [self] in bytes &+= Int64($0) }
            })
    }

    /// Counts the bytes that one of several receivers gets.
    private final class Counted: FileReceiver {
        private let receiver: any FileReceiver
        private let count: (Int) -> Void

        var request: FetchRequest { receiver.request }

        init(_ receiver: any FileReceiver, count: @escaping (Int) -> Void) {
            self.receiver = receiver
            self.count = count
        }

        func begin(_ beginning: FetchBeginning) throws(FetchError) {
            try receiver.begin(beginning)
        }

        func receive(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
            count(piece.count)
            try receiver.receive(piece)
        }

        func end(_ result: Result<FetchOutcome, FetchError>) {
            receiver.end(result)
        }
    }
}
