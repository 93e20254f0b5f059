/// A metadata file with the server's answer.
enum FetchedFile {
    case found(bytes: [UInt8], validator: Validator?)
    case notModified
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
    func fetch(
        _ path: String, lengthBytesMax: Int, validator: Validator? = nil
    ) throws(UpdateError) -> FetchedFile {
        var bytes: [UInt8] = []
        var page = WebPageSign()
        let request = FetchRequest(
            base: .metadata, path: path, lengthBytesMax: lengthBytesMax, validator: validator)
        let outcome = try transfer(request) { (piece) throws(FetchError) in
            // Checks the beginning, because such a page can be longer than any metadata.
            if bytes.isEmpty { page.check(piece) }
            guard !page.isSeen else { throw page.error(path) }
            bytes.append(contentsOf: piece)
        }
        switch outcome {
        case .absent: return .absent
        case .found(let validator): return .found(bytes: bytes, validator: validator)
        case .notModified:
            guard validator != nil else {
                throw .transfer(
                    .unreachable(
                        "\(path): expected a file, found \"not modified\" without having asked"))
            }
            return .notModified
        }
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
        let file = try fetch(path, lengthBytesMax: lengthBytesMax)
        guard case .found(let bytes, _) = file else { throw .transfer(.absent(path: path)) }
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
