import RepositoryTransport
import TUF

/// A published repository at a web address: to be read as a destination is, and never written.
struct ReadOnlySite: PublishDestination {
    let name: String
    let fetcher: any Fetcher

    var canList: Bool { false }

    func exists() -> Bool { true }

    func alone<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value? {
        throw readOnly
    }

    /// By fetching it: web servers need not say lengths, and these files are small.
    func lengthBytes(of path: String) throws(PublishError) -> Int? {
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
            throw .failed("\(name): \(error)")
        }
        return count
    }

    func removeLeftovers() throws(PublishError) { throw readOnly }

    func write(
        _ files: [PublishFile], inOrder: Bool, now: UTCTime
    ) throws(PublishError) -> [String] {
        throw readOnly
    }

    func list() throws(PublishError) -> [StoredFile] {
        throw .failed(
            "\(name): expected a place whose files can be listed, found a web address",
            remedy: "name the directory that is served there")
    }

    func remove(_ paths: [String]) throws(PublishError) { throw readOnly }

    private var readOnly: PublishError {
        .failed(
            "\(name): expected a place to write to, found a web address",
            remedy: "name the directory that is served there")
    }
}

extension Destinations {
    /// Opens a place to read from: what ``open(_:)`` does, and web addresses.
    ///
    /// - Parameters:
    ///   - text: a directory or an address; nil for the configuration's.
    ///   - home: the publisher's folder.
    /// - Returns: the place.
    /// - Throws: ``PublishError``.
    static func openToRead(
        _ text: String?, home: Home
    ) throws(PublishError) -> any PublishDestination {
        let site = try Site(text, home: home)
        guard let web = site.web else { return try open(text, home: home) }
        return ReadOnlySite(name: "\(site.address)", fetcher: web)
    }
}
