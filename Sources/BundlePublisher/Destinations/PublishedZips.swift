import BundleArchive
import BundleFormat
import Crypto
import TUF

/// The zips in a destination.
struct PublishedZips {
    let destination: any PublishDestination

    /// True if a bundle's zip is there and has exactly the bytes that we signed.
    ///
    /// - Parameter bundle: the bundle.
    /// - Returns: whether it is.
    /// - Throws: ``PublishError`` if the destination does not answer.
    func hasWhole(_ bundle: PublishedBundle) throws(PublishError) -> Bool {
        var zip: [UInt8] = []
        guard try read(bundle, { zip.append(contentsOf: $0) }) else { return false }
        let contents = try? Unpacker.contents(
            of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        return contents != nil
    }

    /// True if a bundle's zip is there and has exactly the listed bytes, whatever is in it.
    ///
    /// - Parameter bundle: the bundle.
    /// - Returns: whether it is.
    /// - Throws: ``PublishError`` if the destination does not answer.
    func has(_ bundle: PublishedBundle) throws(PublishError) -> Bool {
        try read(bundle) { _ in }
    }

    /// Passes on a bundle's zip and hashes it; false if it is gone or damaged.
    private func read(
        _ bundle: PublishedBundle, _ sink: (UnsafeRawBufferPointer) -> Void
    ) throws(PublishError) -> Bool {
        // A folder or a pipe in the place of a zip has no length.
        guard try destination.exists(),
            try destination.lengthBytes(of: bundle.zipPath) == bundle.target.lengthBytes
        else { return false }
        var hash = SHA256()
        let request = FetchRequest(
            base: .targets, path: String(bundle.zipPath.dropFirst("targets/".count)),
            lengthBytesMax: bundle.target.lengthBytes)
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
        return HexText.encode(hash.finalize()) == bundle.target.sha256
    }
}
