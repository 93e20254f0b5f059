import BundleFormat
import RepositoryTransport
import TUF
import WebTransport

/// How a web server answered the requests that agents and the page make, and a few more that show its configuration.
struct HostingAnswers {
    /// Whether the address is an encrypted one, which no redirect may leave.
    var isEncrypted = false
    /// `timestamp.json`, requested as an agent requests it first.
    var timestamp: WebAnswer
    /// The same file, requested past every cache on the way.
    var timestampUncached: WebAnswer?
    /// A root that does not exist.
    var absent: WebAnswer?
    /// The first byte of a bundle; nil if nothing is published.
    var piece: WebAnswer?
    /// The page that draws matches, and what it needs; empty if none is published.
    var page: [PageReview.File] = []
}

extension HostingAnswers {
    /// Sends the requests to a web server; throws if the first question gets no answer.
    init(
        from web: CurlFetcher, isEncrypted: Bool, rootVersion: Int64, target: String?
    ) throws(FetchError) {
        let timestamp = FetchRequest(
            base: .metadata, path: "timestamp.json",
            lengthBytesMax: TUFLimits.standard.timestampBytesMax)
        self.init(isEncrypted: isEncrypted, timestamp: try web.answer(to: timestamp))
        timestampUncached = try? web.answer(
            to: timestamp, adding: ["Cache-Control: no-cache", "Pragma: no-cache"])
        absent = try? web.answer(
            to: FetchRequest(
                base: .metadata, path: "\(rootVersion + 1).root.json",
                lengthBytesMax: TUFLimits.standard.rootBytesMax))
        piece = target.flatMap { path in
            try? web.answer(
                to: FetchRequest(
                    base: .targets, path: path, lengthBytesMax: BundleLimits.standard.zipBytesMax),
                adding: ["Range: bytes=0-0"])
        }
        page = PageReview.File.fetched(from: web)
    }
}

extension WebAnswer {
    /// The version of the timestamp that came; nil if it is none.
    var timestampVersion: Int64? { try? SignedMetadata(body, role: .timestamp).version }
}
