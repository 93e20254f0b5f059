import HTTPRules
import RepositoryTransport
import SeasonClient
import WebTransport

extension Mirror {
    /// If a mirror is slower than this for as long as a stall takes, the agent asks the next mirror.
    private static let slowBytesPerSecond = 1_000

    /// Makes the mirrors for some addresses; only the last one may be slow.
    ///
    /// - Parameter isCancelled: called at least five times a second during a transfer; true ends
    ///   it.
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

extension FirstPollDeadline {
    /// Makes the deadline for a repository; a folder of this machine answers at once, so it has no limit.
    package convenience init(for addresses: [RepositoryAddress]) {
        let isLocal = !addresses.isEmpty && addresses.allSatisfy { $0.folderPath != nil }
        self.init(limit: isLocal ? nil : Self.standard)
    }
}
