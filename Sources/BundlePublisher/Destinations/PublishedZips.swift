import BundleArchive
import BundleFormat
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
        guard let zip = try bytes(of: bundle) else { return false }
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
        try bytes(of: bundle) != nil
    }

    /// The zip of a bundle; nil if it is gone or damaged.
    private func bytes(of bundle: PublishedBundle) throws(PublishError) -> [UInt8]? {
        // A folder or a pipe in the place of a zip has no length.
        guard try destination.exists(),
            try destination.lengthBytes(of: bundle.zipPath) == bundle.target.lengthBytes
        else { return nil }
        var zip: [UInt8] = []
        let request = FetchRequest(
            base: .targets, path: String(bundle.zipPath.dropFirst("targets/".count)),
            lengthBytesMax: bundle.target.lengthBytes)
        do throws(FetchError) {
            let outcome = try destination.fetcher.fetch(request) { (piece) throws(FetchError) in
                zip.append(contentsOf: piece)
            }
            guard case .found = outcome else { return nil }
        } catch {
            if case .tooLong = error { return nil }
            throw .place(destination.name, .transfer(error))
        }
        return ContentHasher.hex(of: zip) == bundle.target.sha256 ? zip : nil
    }
}
