/// Fetches the repository's metadata as whole files.
struct MetadataSource {
    let fetcher: any Fetcher
    let limits: TUFLimits

    /// Fetches a metadata file; nil if the server does not have it.
    ///
    /// - Throws: ``UpdateError/transfer(_:)``. A web page counts as a failed transfer: a captive portal answers every
    ///   request itself, so the repository cannot be reached.
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

    /// Fetches several metadata files at the same time, as far as the fetcher can.
    ///
    /// - Returns: for each request what ``fetch(_:)`` would return or throw; nil if it must be fetched alone.
    func fetchTogether(_ requests: [FetchRequest]) -> [Result<[UInt8]?, UpdateError>?] {
        let receivers = requests.map(MetadataReceiver.init)
        fetcher.fetchTogether(receivers.map { $0.receiver })
        return receivers.map { $0.answer }
    }

    /// Fetches a metadata file that another one lists; its bytes are not verified yet.
    ///
    /// - Parameters:
    ///   - role: the role's name, percent-encoded.
    ///   - lengthBytesMax: the most bytes to accept if no length is listed.
    ///   - versioned: true if the repository has consistent snapshots (5.3.12).
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
