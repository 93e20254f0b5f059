import TUF

/// The zips that are about to be published, over what is: how a client will find them.
final class PreparedZips: Fetcher {
    private let zips: [String: PublishFile.Content]
    private let underlying: (any Fetcher)?

    /// Lays zips over a repository.
    ///
    /// - Parameters:
    ///   - zips: by path below the repository.
    ///   - underlying: asked for everything else; without one it is absent.
    init(_ zips: [String: PublishFile.Content], over underlying: (any Fetcher)?) {
        self.zips = zips
        self.underlying = underlying
    }

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard request.base == .targets, let zip = zips["targets/\(request.path)"] else {
            return try underlying?.fetch(request, begin: begin, sink: sink) ?? .absent
        }
        // Damaged since it was kept: the check that follows says so.
        guard let bytes = try? zip.bytes() else { return .absent }
        guard bytes.count <= request.lengthBytesMax else {
            throw .tooLong(lengthBytesMax: request.lengthBytesMax)
        }
        try begin(FetchBeginning())
        try bytes.withUnsafeBufferPointer { (piece) throws(FetchError) in
            try sink(UnsafeRawBufferPointer(piece))
        }
        return .found(validator: nil)
    }
}
