/// Gathers a metadata file as a whole, and checks its bytes while they come.
final class MetadataReceiver {
    private let request: FetchRequest
    /// The file, nil if the server does not have it, or why it did not come; nil before the end.
    private(set) var answer: Result<[UInt8]?, UpdateError>?
    private var bytes: [UInt8] = []
    private var page = WebPageSign()

    init(_ request: FetchRequest) {
        self.request = request
    }

    /// The receiver for a fetcher; the file always comes from its first byte.
    var receiver: FileReceiver {
        FileReceiver(request, begin: { _ in }, receive: receive, end: end)
    }

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

    func end(_ result: Result<FetchOutcome, FetchError>) {
        answer = result.mapError(UpdateError.transfer).map { $0 == .found ? bytes : nil }
    }
}
