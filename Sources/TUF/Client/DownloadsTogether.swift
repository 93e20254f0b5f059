/// Several downloads at the same time, each into its own partial file (specification 5.7).
///
/// It is a first try: ``ResumableDownload`` completes or repeats what it leaves open. It keeps the same
/// bytes and finds the same errors as ``ResumableDownload`` would.
final class DownloadsTogether {
    /// How a download ended: nil if it must be continued alone.
    private(set) var results: [Result<Void, UpdateError>?]

    private init(count: Int) {
        results = Array(repeating: nil, count: count)
    }

    /// Runs downloads as far as the fetcher can fetch several files at the same time.
    ///
    /// - Parameters:
    ///   - downloads: the files; each partial file belongs to one of them alone.
    ///   - fetcher: where they come from.
    ///   - progress: gets the position of a download, and how many of its bytes are there.
    /// - Returns: the result of each download; nil if it must be continued alone.
    static func run(
        _ downloads: [ResumableDownload], from fetcher: any Fetcher,
        progress: @escaping (Int, Int) -> Void
    ) -> [Result<Void, UpdateError>?] {
        let together = DownloadsTogether(count: downloads.count)
        let receivers = downloads.enumerated().compactMap { (position, download) -> Receiver? in
            // If a file cannot even be read, its download alone reports that.
            guard let transfer = (try? download.transferOfRest()) ?? nil else { return nil }
            if transfer.knownBytes > 0 { progress(position, transfer.knownBytes) }
            return Receiver(transfer) { bytes in
                progress(position, bytes)
            } whenEnded: { result in
                together.results[position] = Self.outcome(result, of: transfer, in: download)
            }
        }
        if receivers.count > 1 { fetcher.fetchTogether(receivers.map { $0 as any FileReceiver }) }
        return together.results
    }

    private static func outcome(
        _ result: Result<FetchOutcome, FetchError>, of transfer: PartialTransfer,
        in download: ResumableDownload
    ) -> Result<Void, UpdateError>? {
        do throws(UpdateError) {
            try transfer.finish(result)
            return .success(())
        } catch {
            return download.settle(error, of: transfer) ? .failure(error) : nil
        }
    }

    /// Passes a file on to its transfer.
    private final class Receiver: FileReceiver {
        private let transfer: PartialTransfer
        private let progress: (Int) -> Void
        private let whenEnded: (Result<FetchOutcome, FetchError>) -> Void

        var request: FetchRequest { transfer.request }

        init(
            _ transfer: PartialTransfer, progress: @escaping (Int) -> Void,
            whenEnded: @escaping (Result<FetchOutcome, FetchError>) -> Void
        ) {
            self.transfer = transfer
            self.progress = progress
            self.whenEnded = whenEnded
        }

        func begin(_ beginning: FetchBeginning) throws(FetchError) {
            transfer.begin(beginning)
        }

        func receive(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
            try transfer.receive(piece)
            progress(transfer.lengthBytes)
        }

        func end(_ result: Result<FetchOutcome, FetchError>) {
            whenEnded(result)
        }
    }
}
