/// Gathers a metadata file as a whole, and checks its bytes while they come.
final class MetadataReceiver: FileReceiver {
    let request: FetchRequest
    /// The file, or why it did not come; nil before the end.
    private(set) var answer: Result<FetchedFile, UpdateError>?
    private var bytes: [UInt8] = []
    private var page = WebPageSign()

    /// Makes a receiver that has nothing yet.
    init(_ request: FetchRequest) {
        self.request = request
    }

    /// Does nothing: the file always comes from its first byte.
    func begin(_ beginning: FetchBeginning) {}

    /// Keeps a piece.
    ///
    /// It counts the bytes itself, so that no more than the request allows are kept, whatever the fetcher does.
    func receive(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
        // Checks the beginning first, because such a page can be longer than any metadata.
        if bytes.isEmpty { page.check(piece) }
        guard !page.isSeen else { throw page.error(request.path) }
        guard piece.count <= request.lengthBytesMax - bytes.count else {
            throw .tooLong(lengthBytesMax: request.lengthBytesMax)
        }
        bytes.append(contentsOf: piece)
    }

    /// Keeps the answer.
    func end(_ result: Result<FetchOutcome, FetchError>) {
        answer = result.mapError(UpdateError.transfer).flatMap(file)
    }

    private func file(_ outcome: FetchOutcome) -> Result<FetchedFile, UpdateError> {
        switch outcome {
        case .absent: .success(.absent)
        case .found: .success(.found(bytes))
        }
    }
}
