/// A metadata file as a server answered.
enum FetchedFile {
    case found(bytes: [UInt8], validator: Validator?)
    case notModified
    case absent
}

extension Updater {
    /// Fetches a whole metadata file.
    ///
    /// - Throws: ``UpdateError/transfer(_:)``, also where a web page came: that is a network that wants
    ///   to be signed in to, which no repository can be told from.
    func fetchMetadata(
        _ path: String, lengthBytesMax: Int, validator: Validator? = nil
    ) throws(UpdateError) -> FetchedFile {
        var bytes: [UInt8] = []
        var page = WebPageSign()
        let request = FetchRequest(
            base: .metadata, path: path, lengthBytesMax: lengthBytesMax, validator: validator)
        let outcome = try transfer(request) { (piece) throws(FetchError) in
            // At the beginning: such pages can be longer than any metadata.
            if bytes.isEmpty { page.look(at: piece) }
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

    /// Fetches a metadata file that another one lists; the role's name is percent-encoded.
    func fetchListed(
        _ role: String, _ listed: MetaFile, lengthBytesMax: Int, versioned: Bool
    ) throws(UpdateError) -> [UInt8] {
        let path = versioned ? "\(listed.version).\(role).json" : "\(role).json"
        let lengthBytesMax = min(listed.lengthBytes ?? lengthBytesMax, limits.listedBytesMax)
        let file = try fetchMetadata(path, lengthBytesMax: lengthBytesMax)
        guard case .found(let bytes, _) = file else { throw .transfer(.absent(path: path)) }
        return bytes
    }

    /// Fetches, counting once more: whatever the fetcher does, no more than asked for goes through.
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

    /// What a check says, as an update's error.
    func repository<Value>(
        _ check: () throws(RepositoryError) -> Value
    ) throws(UpdateError) -> Value {
        do {
            return try check()
        } catch {
            throw .repository(error)
        }
    }

    func load(_ name: String) throws(UpdateError) -> [UInt8]? {
        do {
            return try store.load(name, lengthBytesMax: limits.listedBytesMax)
        } catch {
            throw .store(error)
        }
    }

    func save(_ bytes: [UInt8], as name: String) throws(UpdateError) {
        do {
            try store.store(bytes, as: name)
        } catch {
            throw .store(error)
        }
    }

    func remove(_ name: String) throws(UpdateError) {
        do {
            try store.remove(name)
        } catch {
            throw .store(error)
        }
    }
}
