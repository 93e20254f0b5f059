/// Fetches the missing bytes of a partial file (specification 5.7).
///
/// A captive portal's page is not the file's content. So a page never replaces the bytes that are there. It
/// counts as a failed transfer, and the next try continues.
struct ResumableDownload {
    private let download: TargetDownload
    private let partial: any PartialFile

    private var target: TargetFile { download.target }

    /// Describes a download into a partial file.
    init(_ download: TargetDownload, to partial: any PartialFile) {
        self.download = download
        self.partial = partial
    }

    /// Completes the partial file.
    ///
    /// - Parameter progress: called from time to time with the number of bytes that are there.
    /// - Throws: ``UpdateError``; then the bytes in the partial file can still become the file.
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

    /// The transfer of the missing bytes.
    ///
    /// - Returns: the transfer; nil if the partial file is already whole and right.
    /// - Throws: ``UpdateError`` if the partial file cannot be emptied.
    func transferOfRest() throws(UpdateError) -> PartialTransfer? {
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
            return PartialTransfer(
                download, to: partial, after: hasher, mayBePage: page.isSeen)
        }
        if (try? hasher.verify(target)) != nil { return nil }
        try discardPart()
        return wholeTransfer
    }

    /// Empties the partial file after the failure of a transfer that did not come from ``run(_:)``.
    ///
    /// - Parameters:
    ///   - error: the failure.
    ///   - transfer: the transfer.
    /// - Returns: true if this failure is final; false if ``run(_:)`` may try once more, without the part
    ///   that was there.
    func settle(_ error: UpdateError, of transfer: PartialTransfer) -> Bool {
        guard error.isOfContent else { return true }
        return (try? partial.restart(nil)) != nil && transfer.knownBytes == 0
    }

    private var wholeTransfer: PartialTransfer {
        PartialTransfer(
            download, to: partial, after: FileHasher(for: target.hashes), mayBePage: false)
    }

    /// Fetches the bytes after a part, and compares the whole with the listed hashes.
    private func complete(
        _ transfer: PartialTransfer, _ progress: (Int) -> Void
    ) throws(UpdateError) {
        let result: Result<FetchOutcome, FetchError>
        do throws(FetchError) {
            result = .success(
                try download.source.fetcher.fetch(transfer.request) {
                    (beginning) throws(FetchError) in
                    transfer.begin(beginning)
                } sink: { (piece) throws(FetchError) in
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
