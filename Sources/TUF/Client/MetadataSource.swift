struct MetadataSource {
    let fetcher: any Fetcher
    let limits: TUFLimits

    /// Fetches a metadata file, nil if the server does not have it; a web page counts as a failed transfer.
    func fetch(_ request: FetchRequest) throws(UpdateError) -> [UInt8]? {
        let receiver = MetadataReceiver(request)
        do {
            receiver.end(.success(try fetcher.fetch(request, sink: receiver.receive)))
        } catch {
            throw .transfer(error)
        }
        guard let answer = receiver.answer else { preconditionFailure("an end without an answer") }
        return try answer.get()
    }

    /// For each request what ``fetch(_:)`` would return or throw; nil if it must be fetched alone.
    func fetchTogether(_ requests: [FetchRequest]) -> [Result<[UInt8]?, UpdateError>?] {
        let receivers = requests.map(MetadataReceiver.init)
        fetcher.fetchTogether(receivers.map { $0.receiver })
        return receivers.map { $0.answer }
    }

    /// Fetches a metadata file that another one lists; its bytes are not verified yet; the role's name is percent-encoded.
    func fetchListed(
        _ role: String, _ listed: MetaFile, lengthBytesMax: Int, versioned: Bool
    ) throws(UpdateError) -> [UInt8] {
        let path = versioned ? "\(listed.version).\(role).json" : "\(role).json"
        let lengthBytesMax = min(listed.lengthBytes ?? lengthBytesMax, limits.listedBytesMax)
        let file = try fetch(
            FetchRequest(base: .metadata, path: path, lengthBytesMax: lengthBytesMax))
        guard let file else { throw .transfer(.absent(path: path)) }
        return file
    }
}

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

    var receiver: FileReceiver {
        FileReceiver(request, begin: { _ in }, receive: receive, end: end)
    }

    /// Counts the bytes itself, so that no more than the request allows are kept, whatever the fetcher does.
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
