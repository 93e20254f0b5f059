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
        guard try destination.exists() else { return false }
        var zip: [UInt8] = []
        let request = FetchRequest(
            base: .targets, path: String(bundle.zipPath.dropFirst("targets/".count)),
            lengthBytesMax: bundle.target.lengthBytes)
        do throws(FetchError) {
            let outcome = try destination.fetcher.fetch(request) { (piece) throws(FetchError) in
                zip.append(contentsOf: piece)
            }
            guard case .found = outcome else { return false }
        } catch {
            if case .tooLong = error { return false }
            throw .place(destination.name, .transfer(error))
        }
        guard ContentHasher.hex(of: zip) == bundle.target.sha256 else { return false }
        let contents = try? Unpacker.contents(
            of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        return contents != nil
    }
}
