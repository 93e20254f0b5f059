/// A metadata file with the server's answer.
enum FetchedFile {
    case found([UInt8])
    case absent
}

/// Fetches the repository's metadata as whole files.
struct MetadataSource {
    let fetcher: any Fetcher
    let limits: TUFLimits

    /// Fetches a metadata file.
    ///
    /// - Throws: ``UpdateError/transfer(_:)``, also if a web page came: a captive portal answers every request
    ///   itself, so the repository cannot be reached.
    func fetch(_ request: FetchRequest) throws(UpdateError) -> FetchedFile {
        let receiver = MetadataReceiver(request)
        do {
            receiver.end(.success(try fetcher.fetch(request, sink: receiver.receive)))
        } catch {
            throw .transfer(error)
        }
        guard let answer = receiver.answer else { preconditionFailure("an end without an answer") }
        return try answer.get()
    }

    /// Fetches several metadata files at the same time, as far as the fetcher can.
    ///
    /// - Returns: for each request what ``fetch(_:)`` would return or throw; nil if it must be fetched alone.
    func fetchTogether(_ requests: [FetchRequest]) -> [Result<FetchedFile, UpdateError>?] {
        let receivers = requests.map(MetadataReceiver.init)
        fetcher.fetchTogether(receivers.map { $0 as any FileReceiver })
        return receivers.map { $0.answer }
    }

    /// Fetches a metadata file that another one lists.
    ///
    /// - Parameters:
    ///   - role: the role's name, percent-encoded.
    ///   - listed: how the other file lists it.
    ///   - lengthBytesMax: the most bytes to accept if no length is listed.
    ///   - versioned: true if the repository has consistent snapshots (5.3.12).
    /// - Returns: the bytes, not verified yet.
    /// - Throws: ``UpdateError/transfer(_:)``, also if there is no such file.
    func fetchListed(
        _ role: String, _ listed: MetaFile, lengthBytesMax: Int, versioned: Bool
    ) throws(UpdateError) -> [UInt8] {
        let path = versioned ? "\(listed.version).\(role).json" : "\(role).json"
        let lengthBytesMax = min(listed.lengthBytes ?? lengthBytesMax, limits.listedBytesMax)
        let file = try fetch(
            FetchRequest(base: .metadata, path: path, lengthBytesMax: lengthBytesMax))
        guard case .found(let bytes) = file else { throw .transfer(.absent(path: path)) }
        return bytes
    }

    /// Fetches a file and passes it on in pieces.
    ///
    /// It counts the bytes itself, so that no more than the request allows goes through, whatever the fetcher does.
    func transfer(
        _ request: FetchRequest, sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(UpdateError) -> FetchOutcome {
        var lengthBytes = 0
        do {
            return try fetcher.fetch(request) { (piece) throws(FetchError) in
                lengthBytes += piece.count
                guard lengthBytes <= request.lengthBytesMax else {
                    throw .tooLong(lengthBytesMax: request.lengthBytesMax)
                }
                try sink(piece)
            }
        } catch {
            throw .transfer(error)
        }
    }
}
