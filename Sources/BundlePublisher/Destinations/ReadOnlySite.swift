import RepositoryTransport
import TUF

/// A published repository at a web address, which can only be read.
package struct ReadOnlySite: PublishDestination {
    package let name: String
    package let fetcher: any Fetcher

    package func exists() -> Bool { true }

    package func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value? {
        throw readOnly
    }

    /// Fetches the file: web servers need not tell lengths, and these files are small.
    package func lengthBytes(of path: String) throws(PublishError) -> Int? {
        guard path.hasPrefix("targets/") else { return nil }
        var count = 0
        do throws(FetchError) {
            let request = FetchRequest(
                base: .targets, path: String(path.dropFirst("targets/".count)),
                lengthBytesMax: TUFLimits.standard.listedBytesMax)
            let outcome = try fetcher.fetch(request) { (piece) throws(FetchError) in
                count += piece.count
            }
            guard case .found = outcome else { return nil }
        } catch {
            throw .place(name, .transfer(error))
        }
        return count
    }

    package func removeLeftovers() throws(PublishError) { throw readOnly }

    package func write(
        _ files: [PublishFile], inOrder: Bool
    ) throws(PublishError) -> [String] {
        throw readOnly
    }

    package func viewerPage() throws(PublishError) -> [UInt8]? {
        throw .place(name, .webAddressHasNoList)
    }

    package func list() throws(PublishError) -> [StoredFile] {
        throw .place(name, .webAddressHasNoList)
    }

    package func remove(_ paths: [String]) throws(PublishError) { throw readOnly }

    private var readOnly: PublishError {
        .place(name, .webAddress)
    }
}
