/// Fetches what is missing of a partial file (specification 5.7).
///
/// A captive portal's page is not the file's content. So a page never replaces the bytes that are there; it is a failed
/// transfer, and the next try continues.
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
    /// - Parameter progress: is told from time to time how many bytes are there.
    /// - Throws: ``UpdateError``; the bytes in the partial file can still become the file then.
    func run(_ progress: (Int) -> Void) throws(UpdateError) {
        var part = try verifiedPart()
        if part.hasher.lengthBytes == target.lengthBytes, target.lengthBytes > 0 {
            if (try? part.hasher.verify(target)) != nil { return progress(target.lengthBytes) }
            try discardPart()
            part.hasher = FileHasher(for: target.hashes)
        }
        progress(part.hasher.lengthBytes)
        do {
            try complete(part, progress)
        } catch {
            guard error.isOfContent else { throw error }
            try discardPart()
            // The part may have been wrong; the second try starts without it.
            guard part.hasher.lengthBytes > 0 else { throw error }
            do {
                try complete(Part(hasher: FileHasher(for: target.hashes)), progress)
            } catch {
                if error.isOfContent { try? partial.restart(nil) }
                throw error
            }
        }
    }

    /// The bytes that are in the partial file at the start.
    private struct Part {
        var hasher: FileHasher
        /// True when they start as a web page does.
        var mayBePage = false
    }

    /// Hashes what is there; removes it where it is longer than the file.
    private func verifiedPart() throws(UpdateError) -> Part {
        var part = Part(hasher: FileHasher(for: target.hashes))
        guard partial.lengthBytes <= target.lengthBytes else {
            try discardPart()
            return part
        }
        guard partial.lengthBytes > 0 else { return part }
        var page = WebPageSign()
        do throws(FetchError) {
            try partial.read { piece in
                if part.hasher.lengthBytes == 0 { page.check(piece) }
                part.hasher.update(piece)
            }
        } catch {
            throw .transfer(error)
        }
        part.mayBePage = page.isSeen
        return part
    }

    /// Fetches the bytes behind a part, and compares the whole with what is listed.
    private func complete(_ part: Part, _ progress: (Int) -> Void) throws(UpdateError) {
        let knownBytes = part.hasher.lengthBytes
        var hasher = part.hasher
        var page = WebPageSign()
        let request = FetchRequest(
            base: .targets, path: download.path, lengthBytesMax: target.lengthBytes,
            validator: knownBytes > 0 ? partial.validator : nil, offset: knownBytes)
        // Set where the file comes from its first byte: the part is removed when the first piece is no page.
        var restart: FetchBeginning?
        let outcome: FetchOutcome
        do throws(FetchError) {
            outcome = try download.source.fetcher.fetch(request) {
                (beginning) throws(FetchError) in
                guard beginning.offset != knownBytes || beginning.offset == 0 else { return }
                hasher = FileHasher(for: target.hashes)
                restart = beginning
            } sink: { (piece) throws(FetchError) in
                if let beginning = restart {
                    page.check(piece)
                    if page.isSeen, knownBytes > 0, !part.mayBePage {
                        throw page.error(target.path)
                    }
                    try partial.restart(beginning.validator)
                    restart = nil
                }
                // Whatever the fetcher does, no more than the listed length is kept.
                guard piece.count <= target.lengthBytes - hasher.lengthBytes else {
                    throw .tooLong(lengthBytesMax: target.lengthBytes)
                }
                hasher.update(piece)
                try partial.append(piece)
                progress(hasher.lengthBytes)
            }
        } catch {
            throw page.isSeen && error.isTooLong ? discardingPage(page) : .transfer(error)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: request.path)) }
        do {
            try hasher.verify(target)
        } catch {
            throw page.isSeen ? discardingPage(page) : .repository(error)
        }
    }

    private func discardPart() throws(UpdateError) {
        do throws(FetchError) {
            try partial.restart(nil)
        } catch {
            throw .transfer(error)
        }
    }

    private func discardingPage(_ page: WebPageSign) -> UpdateError {
        try? partial.restart(nil)
        return .transfer(page.error(target.path))
    }
}

extension UpdateError {
    /// True when the bytes that came, or were there, cannot become the file any more.
    fileprivate var isOfContent: Bool {
        switch self {
        case .repository, .transfer(.tooLong): true
        case .transfer, .store: false
        }
    }
}

extension FetchError {
    fileprivate var isTooLong: Bool {
        if case .tooLong = self { true } else { false }
    }
}
