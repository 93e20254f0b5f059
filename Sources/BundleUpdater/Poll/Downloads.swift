import BundleFormat
import TUF
import UpdatePolicy

/// The downloads of one poll: from which mirror each comes, and how far they are.
package final class Downloads {
    private let updater: Updater
    private let mirrors: Mirrors
    private let report: (DownloadProgress) -> Void
    /// From where each year came.
    package private(set) var sources: [BundleYear: String] = [:]
    private var totalBytes = 0
    private var finishedBytes = 0

    /// Begins a plan's downloads.
    ///
    /// - Parameters:
    ///   - plan: names them.
    ///   - updater: refreshed.
    ///   - mirrors: as they did in the refresh.
    ///   - report: told as bytes come.
    package init(
        _ plan: UpdatePlan, updater: Updater, mirrors: Mirrors,
        report: @escaping (DownloadProgress) -> Void
    ) {
        self.updater = updater
        self.mirrors = mirrors
        self.report = report
        for year in plan.years {
            if case .download(let offer) = year.step { totalBytes += offer.target.lengthBytes }
        }
    }

    /// Fetches one zip, going on with what is there.
    ///
    /// - Parameters:
    ///   - offer: the zip.
    ///   - year: its season.
    ///   - partial: whole and right when this returns.
    /// - Throws: `UpdateError` where no mirror gave it.
    package func fetch(
        _ offer: Offer, _ year: BundleYear, to partial: PartialDownload
    ) throws(UpdateError) {
        let lengthBytes = offer.target.lengthBytes
        // Whatever comes of it, the next one is behind it.
        defer { finishedBytes += lengthBytes }
        sources[year] = try mirrors.attempt { (mirror, _) throws(UpdateError) in
            var client = updater
            client.fetcher = mirror.fetcher
            try client.download(offer.target, to: partial) { bytes in
                report(
                    DownloadProgress(
                        year: year, fileBytes: bytes, fileBytesTotal: lengthBytes,
                        doneBytes: finishedBytes + bytes, totalBytes: totalBytes))
            }
        }.address
    }
}

/// How far a poll's downloads have come.
package struct DownloadProgress: Equatable, Sendable {
    /// The year under way.
    package let year: BundleYear
    /// Bytes of its zip that are here, and all of it.
    package let fileBytes: Int
    package let fileBytesTotal: Int
    /// Bytes of all the poll's zips that are behind us, and all of them.
    package let doneBytes: Int
    package let totalBytes: Int
}
