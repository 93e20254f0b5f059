extension Updater {
    /// Fetches a file that the repository vouches for into one that outlasts failures (5.7).
    ///
    /// What is there is hashed again and gone on with; where it is the whole file nothing is asked of the
    /// server. Bytes that can no longer become the right ones are thrown away at once, so that a damaged
    /// part, or one of another file, costs one more transfer and never a lasting failure.
    ///
    /// - Parameters:
    ///   - target: one of ``targets``, or what ``target(named:)`` found.
    ///   - partial: where the bytes go; whole and right when this returns.
    ///   - progress: told how many of the file's bytes are here, now and then.
    /// - Throws: ``UpdateError``; what is in `partial` then can still become the file.
    public func download(
        _ target: TargetFile, to partial: any PartialFile, progress: (Int) -> Void = { _ in }
    ) throws(UpdateError) {
        var known = FileHasher(for: target.hashes)
        var isPage = WebPageSign()
        if partial.lengthBytes > target.lengthBytes {
            try inTransfer { () throws(FetchError) in try partial.restart(nil) }
        } else if partial.lengthBytes > 0 {
            try inTransfer { () throws(FetchError) in
                try partial.read { piece in
                    if known.lengthBytes == 0 { isPage.look(at: piece) }
                    known.update(piece)
                }
            }
        }
        if known.lengthBytes == target.lengthBytes, target.lengthBytes > 0 {
            if (try? known.verify(target)) != nil { return progress(target.lengthBytes) }
            try inTransfer { () throws(FetchError) in try partial.restart(nil) }
            known = FileHasher(for: target.hashes)
        }
        progress(known.lengthBytes)
        do {
            try complete(target, partial, known, maySeemPage: isPage.isSeen, progress)
        } catch {
            guard error.isOfContent else { throw error }
            try inTransfer { () throws(FetchError) in try partial.restart(nil) }
            // The part that was here may have been the wrong one: once more without it.
            guard known.lengthBytes > 0 else { throw error }
            do {
                let none = FileHasher(for: target.hashes)
                try complete(target, partial, none, maySeemPage: false, progress)
            } catch {
                if error.isOfContent { try? partial.restart(nil) }
                throw error
            }
        }
    }

    /// Fetches what is missing of a file, and holds the whole against what is listed.
    private func complete(
        _ target: TargetFile, _ partial: any PartialFile, _ known: FileHasher,
        maySeemPage: Bool, _ progress: (Int) -> Void
    ) throws(UpdateError) {
        var hasher = known
        var page = WebPageSign()
        let request = FetchRequest(
            base: .targets, path: try path(of: target), lengthBytesMax: target.lengthBytes,
            validator: known.lengthBytes > 0 ? partial.validator : nil, offset: known.lengthBytes)
        // What is to be thrown away before the next piece, once that is no page of somebody else's.
        var restart: FetchBeginning?
        let outcome: FetchOutcome
        do throws(FetchError) {
            outcome = try fetcher.fetch(request) { (beginning) throws(FetchError) in
                guard beginning.offset != known.lengthBytes || beginning.offset == 0 else {
                    return
                }
                hasher = FileHasher(for: target.hashes)
                restart = beginning
            } sink: { (piece) throws(FetchError) in
                if let beginning = restart {
                    page.look(at: piece)
                    if page.isSeen, known.lengthBytes > 0, !maySeemPage {
                        throw page.error(target.path)
                    }
                    try partial.restart(beginning.validator)
                    restart = nil
                }
                // Whatever the fetcher does, no more than is listed is kept.
                guard piece.count <= target.lengthBytes - hasher.lengthBytes else {
                    throw .tooLong(lengthBytesMax: target.lengthBytes)
                }
                hasher.update(piece)
                try partial.append(piece)
                progress(hasher.lengthBytes)
            }
        } catch {
            throw page.isSeen && error.isTooLong
                ? discarding(partial, page.error(target.path)) : .transfer(error)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: request.path)) }
        do {
            try hasher.verify(target)
        } catch {
            throw page.isSeen
                ? discarding(partial, page.error(target.path)) : .repository(error)
        }
    }

    private func discarding(_ partial: any PartialFile, _ error: FetchError) -> UpdateError {
        try? partial.restart(nil)
        return .transfer(error)
    }

    private func inTransfer(_ body: () throws(FetchError) -> Void) throws(UpdateError) {
        do throws(FetchError) {
            try body()
        } catch {
            throw .transfer(error)
        }
    }
}

extension UpdateError {
    /// Whether what came, or was there, cannot become the file any more.
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
