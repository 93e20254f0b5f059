/// Fetches the missing bytes of a partial file (specification 5.7).
///
/// A captive portal's page is not the file's content. So a page never replaces the bytes that are there. It
/// counts as a failed transfer, and the next try continues.
struct ResumableDownload {
    let target: TargetFile
    /// The path of the file, below the targets' base address.
    let path: String
    let partial: any PartialFile
    let fetcher: any Fetcher

    /// Completes the partial file; after an error its bytes can still become the file.
    func run(_ progress: (Int) -> Void) throws(UpdateError) {
        guard let transfer = try transferOfRest() else { return progress(target.lengthBytes) }
        progress(transfer.lengthBytes)
        do {
            try complete(transfer, progress)
        } catch {
            guard error.isOfContent else { throw error }
            try discardPart()
            // The part may have been wrong; the second try starts without it.
            guard transfer.knownBytes > 0 else { throw error }
            do {
                try complete(wholeTransfer, progress)
            } catch {
                if error.isOfContent { try? partial.restart(nil) }
                throw error
            }
        }
    }

    /// Runs downloads at the same time, as far as the fetcher can; each partial file belongs to one of them alone.
    ///
    /// It is a first try: ``run(_:)`` completes or repeats what it leaves open. It keeps the same bytes and finds the
    /// same errors.
    ///
    /// - Returns: the result of each download; nil if it must be continued alone.
    static func runTogether(
        _ downloads: [ResumableDownload?], from fetcher: any Fetcher,
        progress: @escaping (Int, Int) -> Void
    ) -> [Result<Void, UpdateError>?] {
        var results: [Result<Void, UpdateError>?] = Array(repeating: nil, count: downloads.count)
        var receivers: [FileReceiver] = []
        for (position, download) in downloads.enumerated() {
            // If a file cannot even be read, its download alone reports that.
            guard let download, let transfer = (try? download.transferOfRest()) ?? nil else {
                continue
            }
            if transfer.knownBytes > 0 { progress(position, transfer.knownBytes) }
            receivers.append(
                FileReceiver(transfer.request, begin: transfer.begin) {
                    (piece) throws(FetchError) in
                    try transfer.receive(piece)
                    progress(position, transfer.lengthBytes)
                } end: { result in
                    results[position] = download.result(of: transfer, result)
                })
        }
        if receivers.count > 1 { fetcher.fetchTogether(receivers) }
        return results
    }

    /// Of a transfer that did not come from ``run(_:)``; nil if that may try once more, without the part that was there.
    private func result(
        of transfer: PartialTransfer, _ result: Result<FetchOutcome, FetchError>
    ) -> Result<Void, UpdateError>? {
        do throws(UpdateError) {
            try transfer.finish(result)
            return .success(())
        } catch {
            guard error.isOfContent else { return .failure(error) }
            let isFinal = (try? partial.restart(nil)) != nil && transfer.knownBytes == 0
            return isFinal ? .failure(error) : nil
        }
    }

    /// The transfer of the missing bytes; nil if the partial file is already whole and right.
    private func transferOfRest() throws(UpdateError) -> PartialTransfer? {
        var hasher = FileHasher(for: target.hashes)
        guard partial.lengthBytes <= target.lengthBytes else {
            try discardPart()
            return wholeTransfer
        }
        var page = WebPageSign()
        if partial.lengthBytes > 0 {
            do throws(FetchError) {
                try partial.read { piece in
                    if hasher.lengthBytes == 0 { page.check(piece) }
                    hasher.update(piece)
                }
            } catch {
                // Bytes that cannot be read are of no use, whatever the reason.
                try discardPart()
                return wholeTransfer
            }
        }
        guard hasher.lengthBytes == target.lengthBytes, target.lengthBytes > 0 else {
            return transfer(after: hasher, mayBePage: page.isSeen)
        }
        if (try? hasher.verify(target)) != nil { return nil }
        try discardPart()
        return wholeTransfer
    }

    private var wholeTransfer: PartialTransfer {
        transfer(after: FileHasher(for: target.hashes), mayBePage: false)
    }

    private func transfer(after hasher: FileHasher, mayBePage: Bool) -> PartialTransfer {
        PartialTransfer(target, at: path, to: partial, after: hasher, mayBePage: mayBePage)
    }

    private func complete(
        _ transfer: PartialTransfer, _ progress: (Int) -> Void
    ) throws(UpdateError) {
        let result: Result<FetchOutcome, FetchError>
        do throws(FetchError) {
            result = .success(
                try fetcher.fetch(transfer.request, begin: transfer.begin) {
                    (piece) throws(FetchError) in
                    try transfer.receive(piece)
                    progress(transfer.lengthBytes)
                })
        } catch {
            result = .failure(error)
        }
        try transfer.finish(result)
    }

    private func discardPart() throws(UpdateError) {
        do throws(FetchError) {
            try partial.restart(nil)
        } catch {
            throw .transfer(error)
        }
    }
}

extension UpdateError {
    /// True if the bytes that came, or were there, cannot become the file any more.
    fileprivate var isOfContent: Bool {
        switch self {
        case .repository, .transfer(.tooLong): true
        case .transfer, .store: false
        }
    }
}
