import BundleArchive
import BundleFormat
import Crypto
import SeasonAuthoring
import TUF

/// Reads the zips of a destination, and says which of them machines could use.
struct PublishedZips {
    let destination: any PublishDestination

    /// True if a zip is there and has exactly its content.
    func hasWhole(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> Bool {
        var bytes: [UInt8] = []
        guard try read(zip, year, { bytes.append(contentsOf: $0) }) else { return false }
        return (try? Unpacker.contents(of: bytes, expecting: zip.version, year: year)) != nil
    }

    /// True if a zip is there and has exactly the listed bytes, whatever is in it.
    func has(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> Bool {
        try read(zip, year) { _ in }
    }

    /// Passes on a zip and hashes it; false if it is gone or damaged.
    private func read(
        _ zip: StoredZip, _ year: BundleYear, _ sink: (UnsafeRawBufferPointer) -> Void
    ) throws(PublishError) -> Bool {
        let path = zip.path(year)
        // A folder or a pipe instead of a zip has no length.
        guard try destination.exists(), try destination.lengthBytes(of: path) == zip.lengthBytes
        else { return false }
        var hash = SHA256()
        do throws(PublishError) {
            let isThere = try destination.fetcher.fetchFile(
                path, lengthBytesMax: zip.lengthBytes, at: destination.name
            ) { piece in
                hash.update(bufferPointer: piece)
                sink(piece)
            }
            return isThere && HexText.encode(hash.finalize()) == zip.sha256
        } catch {
            guard error.kind == .tooLong else { throw error }
            return false
        }
    }
}

extension Fetcher {
    /// Fetches a file by its path below the directory; false if there is none.
    func fetchFile(
        _ path: String, lengthBytesMax: Int, at place: String,
        _ sink: (UnsafeRawBufferPointer) -> Void
    ) throws(PublishError) -> Bool {
        let base: FetchRequest.Base = path.hasPrefix("targets/") ? .targets : .metadata
        let request = FetchRequest(
            base: base, path: String(path.drop { $0 != "/" }.dropFirst()),
            lengthBytesMax: lengthBytesMax)
        do throws(FetchError) {
            return try fetch(request) { (piece) throws(FetchError) in sink(piece) } == .found
        } catch {
            throw PublishError(error, at: place)
        }
    }

    /// Fetches a metadata file; nil if there is none.
    ///
    /// Throws if a web page came instead.
    func wholeFile(
        _ name: String, lengthBytesMax: Int, at place: String
    ) throws(PublishError) -> [UInt8]? {
        var bytes: [UInt8] = []
        guard
            try fetchFile(
                "metadata/\(name)", lengthBytesMax: lengthBytesMax, at: place,
                { bytes.append(contentsOf: $0) })
        else { return nil }
        guard bytes.first != UInt8(ascii: "<") else {
            throw PublishError(
                "\(place): \(name): expected JSON or status 404, found a web page",
                kind: .webPage,
                remedy: "make the server answer 404 for files that it does not have")
        }
        return bytes
    }
}

extension PublishError {
    init(_ error: FetchError, at place: String, remedy: Advice? = nil) {
        let isTooLong = if case .tooLong = error { true } else { false }
        self.init(
            "\(place): \(error)", kind: isTooLong ? .tooLong : .failed, remedy: remedy)
    }
}

extension [UInt8] {
    /// True if these are the listed bytes of a target.
    func isWhole(_ target: TargetFile) -> Bool {
        count == target.lengthBytes && ContentHasher.hex(of: self) == target.sha256
    }
}
