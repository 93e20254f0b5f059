import RepositoryTransport
import WebTransport

extension Mirror {
    /// Below this speed, for as long as a stall takes, the next mirror is asked.
    private static let slowBytesPerSecond = 1_000

    /// The mirrors at some addresses; only the last one may be as slow as it likes.
    ///
    /// - Parameters:
    ///   - addresses: in the order they are asked.
    ///   - web: how web servers are asked.
    ///   - isCancelled: asked at least five times a second during a transfer; true ends it.
    /// - Returns: a mirror for each address.
    package static func all(
        _ addresses: [RepositoryAddress], _ web: WebOptions, isCancelled: @escaping () -> Bool
    ) -> [Mirror] {
        var hasted = web
        hasted.limits.stallBytesPerSecond = max(
            hasted.limits.stallBytesPerSecond,
            min(slowBytesPerSecond, (hasted.bytesPerSecondMax ?? .max) / 2))
        return addresses.enumerated().map { (at, address) in
            let isLast = at == addresses.count - 1
            return Mirror(
                address: address.description,
                fetcher: address.fetcher(isLast ? web : hasted, isCancelled: isCancelled))
        }
    }
}

extension Patience {
    /// The patience with a repository: a folder of this machine answers at once, so it has no limit.
    ///
    /// - Parameter addresses: where the repository is.
    package convenience init(for addresses: [RepositoryAddress]) {
        let isLocal = !addresses.isEmpty && addresses.allSatisfy { $0.folderPath != nil }
        self.init(limit: isLocal ? nil : Self.standard)
    }
}
