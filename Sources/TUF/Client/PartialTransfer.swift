/// One transfer into a partial file; it knows what was there, what comes, and whether the whole is the right file.
final class PartialTransfer {
    let request: FetchRequest
    private let target: TargetFile
    private let partial: any PartialFile
    let knownBytes: Int
    /// True if those bytes start as a web page does.
    private let mayBePage: Bool
    private var hasher: FileHasher
    private var page = WebPageSign()
    /// Set if the file comes from its first byte: the old bytes are removed when the first piece is no web page.
    private var restart: FetchBeginning?

    init(
        _ target: TargetFile, at path: String, to partial: any PartialFile,
        after hasher: FileHasher, mayBePage: Bool
    ) {
        self.target = target
        self.partial = partial
        self.hasher = hasher
        self.mayBePage = mayBePage
        knownBytes = hasher.lengthBytes
        request = FetchRequest(
            base: .targets, path: path, lengthBytesMax: target.lengthBytes,
            offset: knownBytes, validator: knownBytes > 0 ? partial.validator : nil)
    }

    var lengthBytes: Int { hasher.lengthBytes }

    func begin(_ beginning: FetchBeginning) {
        guard beginning.offset != knownBytes || beginning.offset == 0 else { return }
        hasher = FileHasher(for: target.hashes)
        restart = beginning
    }

    /// Throws ``FetchError`` for a web page, for more bytes than the file has, and if the partial file fails.
    func receive(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
        if let beginning = restart {
            page.check(piece)
            if page.isSeen, knownBytes > 0, !mayBePage { throw page.error(target.path) }
            try partial.restart(beginning.validator)
            restart = nil
        }
        // Whatever the fetcher does, no more than the listed length is kept.
        guard piece.count <= target.lengthBytes - hasher.lengthBytes else {
            throw .tooLong(lengthBytesMax: target.lengthBytes)
        }
        hasher.update(piece)
        try partial.append(piece)
    }

    /// Throws ``UpdateError`` unless the partial file is now whole and right.
    func finish(_ result: Result<FetchOutcome, FetchError>) throws(UpdateError) {
        let outcome: FetchOutcome
        do throws(FetchError) {
            outcome = try result.get()
        } catch {
            throw page.isSeen && error.isTooLong ? discardingPage() : .transfer(error)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: request.path)) }
        do {
            try hasher.verify(target)
        } catch {
            throw page.isSeen ? discardingPage() : .repository(error)
        }
    }

    private func discardingPage() -> UpdateError {
        try? partial.restart(nil)
        return .transfer(page.error(target.path))
    }
}

extension FetchError {
    fileprivate var isTooLong: Bool {
        if case .tooLong = self { true } else { false }
    }
}

/// An unfinished download that is kept between tries.
///
/// Do not use its bytes before ``Updater/download(_:to:progress:)`` has returned.
public protocol PartialFile: AnyObject {
    /// The number of bytes that we have.
    var lengthBytes: Int { get }
    /// The server's validator of the file to which they belong.
    var validator: Validator? { get }

    /// Passes on all bytes, from the first; throws ``FetchError/sink(_:)`` if they cannot be read.
    func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError)

    /// Deletes all bytes, to start again; throws ``FetchError/sink(_:)`` if that fails.
    func restart(_ validator: Validator?) throws(FetchError)

    /// Adds a piece at the end; throws ``FetchError/sink(_:)``, for example on a full disk.
    func append(_ piece: UnsafeRawBufferPointer) throws(FetchError)
}
