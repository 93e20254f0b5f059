import BundleFormat
import TUF
import UpdatePolicy

/// The downloads of one poll: the mirror of each, and the progress.
package final class Downloads {
    private let updater: Updater
    private let mirrors: Mirrors
    private let report: (DownloadProgress) -> Void
    /// The mirror that gave each year.
    package private(set) var sources: [BundleYear: String] = [:]
    private var totalBytes = 0
    private var finishedBytes = 0

    /// Prepares a plan's downloads.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - updater: a client that has refreshed its metadata.
    ///   - mirrors: the mirrors, with what the refresh found out about them.
    ///   - report: is called while bytes come.
    package init(
        _ plan: UpdatePlan, updater: Updater, mirrors: Mirrors,
        report: @escaping (DownloadProgress) -> Void
    ) {
        self.updater = updater
        self.mirrors = mirrors
        self.report = report
        for year in plan.years {
            if case .download(let offer) = year.step { totalBytes += offer.lengthBytes }
        }
    }

    /// Fetches one zip; it continues an unfinished download.
    ///
    /// - Parameters:
    ///   - offer: the zip.
    ///   - year: its season.
    ///   - partial: the file; complete and verified when this returns.
    /// - Throws: `UpdateError` if no mirror gave the zip.
    package func fetch(
        _ offer: Offer, _ year: BundleYear, to partial: PartialDownload
    ) throws(UpdateError) {
        let lengthBytes = offer.lengthBytes
        // The next download starts behind this one, even if this one fails.
        defer { finishedBytes += lengthBytes }
        let target = try offer.target(in: updater)
        sources[year] = try mirrors.attempt { (mirror, _) throws(UpdateError) in
            var client = updater
            client.fetcher = mirror.fetcher
            try client.download(target, to: partial) { bytes in
                report(
                    DownloadProgress(
                        year: year, fileBytes: bytes, fileBytesTotal: lengthBytes,
                        doneBytes: finishedBytes + bytes, totalBytes: totalBytes))
            }
        }.address
    }
}

/// The progress of a poll's downloads.
package struct DownloadProgress: Equatable, Sendable {
    /// The year that is downloaded now.
    package let year: BundleYear
    /// Bytes of its zip that are here.
    package let fileBytes: Int
    /// Bytes of its zip.
    package let fileBytesTotal: Int
    /// Bytes of all zips of the poll that are here.
    package let doneBytes: Int
    /// Bytes of all zips of the poll.
    package let totalBytes: Int
}
