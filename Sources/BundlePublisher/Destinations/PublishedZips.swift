import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// Which zips of a destination machines could use.
extension PublishDestination {
    /// True if a zip is there and has exactly its content.
    func hasWhole(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> Bool {
        guard let bytes = try bytes(zip, year) else { return false }
        return (try? Unpacker.contents(of: bytes, expecting: zip.version, year: year)) != nil
    }

    /// True if a zip is there and has exactly the listed bytes, whatever is in it.
    func has(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> Bool {
        try bytes(zip, year) != nil
    }

    /// The listed bytes; nil if the zip is gone or damaged.
    private func bytes(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> [UInt8]? {
        let path = zip.path(year)
        // A folder or a pipe instead of a zip has no length.
        guard try exists(), try lengthBytes(of: path) == zip.lengthBytes else { return nil }
        do throws(PublishError) {
            let bytes = try fetcher.fetchFile(path, lengthBytesMax: zip.lengthBytes, at: name)
            return bytes.flatMap { ContentHasher.hex(of: $0) == zip.sha256 ? $0 : nil }
        } catch {
            guard error.kind == .tooLong else { throw error }
            return nil
        }
    }
}

extension Fetcher {
    /// Fetches a file by its path below the directory; nil if there is none.
    func fetchFile(
        _ path: String, lengthBytesMax: Int, at place: String
    ) throws(PublishError) -> [UInt8]? {
        let base: FetchRequest.Base = path.hasPrefix("targets/") ? .targets : .metadata
        let request = FetchRequest(
            base: base, path: String(path.drop { $0 != "/" }.dropFirst()),
            lengthBytesMax: lengthBytesMax)
        var bytes: [UInt8] = []
        let outcome = try converting(
            try fetch(request) { (piece) throws(FetchError) in bytes.append(contentsOf: piece) }
        ) { (error: FetchError) in PublishError(error, at: place) }
        return outcome == .found ? bytes : nil
    }

    /// Fetches a metadata file; nil if there is none.
    ///
    /// Throws if a web page came instead.
    func wholeFile(
        _ name: String, lengthBytesMax: Int, at place: String
    ) throws(PublishError) -> [UInt8]? {
        let bytes = try fetchFile("metadata/\(name)", lengthBytesMax: lengthBytesMax, at: place)
        guard bytes?.first != UInt8(ascii: "<") else {
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
        self.init("\(place): \(error)", kind: isTooLong ? .tooLong : .failed, remedy: remedy)
    }
}

extension [UInt8] {
    /// True if these are the listed bytes of a target.
    func isWhole(_ target: TargetFile) -> Bool {
        count == target.lengthBytes && ContentHasher.hex(of: self) == target.sha256
    }
}
