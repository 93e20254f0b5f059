import BundleArchive
import BundleFormat
import Crypto
import TUF

/// The zips in a destination.
struct PublishedZips {
    let destination: any PublishDestination

    /// True if a zip is there and has exactly its content.
    ///
    /// - Throws: ``PublishError`` if the destination does not answer.
    func hasWhole(_ zip: StoredZip, _ year: BundleYear) throws(PublishError) -> Bool {
        var bytes: [UInt8] = []
        guard try read(zip, year, { bytes.append(contentsOf: $0) }) else { return false }
        return (try? Unpacker.contents(of: bytes, expecting: zip.version, year: year)) != nil
    }

    /// True if a zip is there and has exactly the listed bytes, whatever is in it.
    ///
    /// - Throws: ``PublishError`` if the destination does not answer.
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
        let request = FetchRequest(
            base: .targets, path: String(path.dropFirst("targets/".count)),
            lengthBytesMax: zip.lengthBytes)
        do throws(FetchError) {
            let outcome = try destination.fetcher.fetch(request) { (piece) throws(FetchError) in
                hash.update(bufferPointer: piece)
                sink(piece)
            }
            guard case .found = outcome else { return false }
        } catch {
            if case .tooLong = error { return false }
            throw .place(destination.name, .transfer(error))
        }
        return HexText.encode(hash.finalize()) == zip.sha256
    }
}

extension [UInt8] {
    /// True if these are the bytes of a target.
    func isWhole(_ target: TargetFile) -> Bool {
        count == target.lengthBytes && ContentHasher.hex(of: self) == target.sha256
    }
}
