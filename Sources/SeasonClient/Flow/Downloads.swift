import BundleFormat
import TUF

/// The downloads of one poll: the mirror of each, and the progress.
package final class Downloads {
    private let updater: Updater
    private let mirrors: Mirrors
    private let report: (DownloadProgress) -> Void
    /// The offer that the signed record names, and not the list of targets; nil for none.
    private let recorded: Offer?
    /// The mirror that gave each year.
    package private(set) var sources: [BundleYear: String] = [:]
    private var totalBytes = 0
    /// How many bytes of each zip are here; a zip that has failed counts as a whole.
    private var bytesHere: [BundleYear: Int] = [:]
    /// How the zips of ``fetchTogether(_:)`` ended, and the mirror that was asked for them.
    private var ahead: [BundleYear: (mirror: Mirror, result: Result<Void, UpdateError>)] = [:]

    package init(
        _ plan: UpdatePlan, updater: Updater, mirrors: Mirrors, recorded: Offer? = nil,
        report: @escaping (DownloadProgress) -> Void
    ) {
        self.recorded = recorded
        self.updater = updater
        self.mirrors = mirrors
        self.report = report
        for year in plan.years {
            if case .download(let offer) = year.step { totalBytes += offer.lengthBytes }
        }
    }

    /// Fetches one zip; it continues an unfinished download, and fails if no mirror gave the zip.
    package func fetch(
        _ offer: Offer, _ year: BundleYear, to partial: any PartialFile
    ) throws(UpdateError) {
        // Progress continues after this zip, even if it fails.
        defer { bytesHere[year] = offer.lengthBytes }
        let target = offer == recorded ? offer.recordedTarget : try offer.target(in: updater)
        let ahead = ahead.removeValue(forKey: year)
        let giver = (try? ahead?.result.get()) == nil ? nil : ahead?.mirror
        sources[year] = try mirrors.attempt(beginningWith: giver) {
            (mirror) throws(UpdateError) in
            // The mirror has given its answer already, so it is not asked for the same file again.
            if let ahead, mirror.fetcher === ahead.mirror.fetcher { try ahead.result.get() }
            var client = updater
            client.fetcher = mirror.fetcher
            try client.download(target, to: partial) { bytes in
                reportProgress(offer, year, bytes)
            }
        }.address
    }

    /// Fetches several zips at the same time from the mirror whose turn it is, as far as it can.
    ///
    /// It decides nothing: ``fetch(_:_:to:)`` must follow for each zip. That call does not ask for bytes
    /// that are here, and does not ask this mirror again for a zip that it did not give.
    package func fetchTogether(
        _ zips: [(offer: Offer, year: BundleYear, partial: any PartialFile)]
    ) {
        guard let mirror = mirrors.next else { return }
        // A zip that is not listed fails when it is fetched alone.
        let listed = zips.compactMap { zip in
            (try? zip.offer.target(in: updater)).map { (zip: zip, target: $0) }
        }
        var client = updater
        client.fetcher = mirror.fetcher
        let results = client.downloadTogether(listed.map { ($0.target, $0.zip.partial) }) {
            [self] (position, bytes) in
            let zip = listed[position].zip
            reportProgress(zip.offer, zip.year, bytes)
        }
        for (item, result) in zip(listed, results) {
            if let result { ahead[item.zip.year] = (mirror, result) }
        }
    }

    private func reportProgress(_ offer: Offer, _ year: BundleYear, _ bytes: Int) {
        bytesHere[year] = bytes
        report(
            DownloadProgress(
                year: year, fileBytes: bytes, fileBytesTotal: offer.lengthBytes,
                doneBytes: bytesHere.values.reduce(0, +), totalBytes: totalBytes))
    }
}

package struct DownloadProgress: Equatable, Sendable {
    package let year: BundleYear
    package let fileBytes: Int
    let fileBytesTotal: Int
    package let doneBytes: Int
    package let totalBytes: Int
}
