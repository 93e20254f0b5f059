import RepositoryTransport
import TUF
import WebTransport

/// How a web server answered the requests that agents make, and a few more that show its configuration.
package struct HostingAnswers {
    /// True if the connection to the repository is encrypted.
    var isEncrypted = false
    /// `timestamp.json`, requested as an agent requests it first.
    var timestamp: WebAnswer
    /// The same file, requested past every cache on the way.
    var timestampUncached: WebAnswer?
    /// A root that does not exist.
    var absent: WebAnswer?
    /// The first byte of a bundle; nil if nothing is published.
    var piece: WebAnswer?
}

/// Sends the requests to a web server.
package struct HostingProbe {
    package let web: CurlFetcher
    package let isEncrypted: Bool

    /// Describes what to ask a server; asks nothing yet.
    package init(
        web: CurlFetcher, isEncrypted: Bool
    ) {
        self.web = web
        self.isEncrypted = isEncrypted
    }

    /// Asks everything.
    ///
    /// - Throws: ``FetchError`` if the first question gets no answer.
    package func ask(rootVersion: Int64, target: String?) throws(FetchError) -> HostingAnswers {
        let first = try web.answer(to: timestamp)
        var answers = HostingAnswers(isEncrypted: isEncrypted, timestamp: first)
        answers.timestampUncached = try? web.answer(
            to: timestamp, adding: ["Cache-Control: no-cache", "Pragma: no-cache"])
        answers.absent = try? web.answer(
            to: FetchRequest(
                base: .metadata, path: "\(rootVersion + 1).root.json",
                lengthBytesMax: TUFLimits.standard.rootBytesMax))
        answers.piece = target.flatMap { path in
            try? web.answer(
                to: FetchRequest(base: .targets, path: path, lengthBytesMax: 8 << 20),
                adding: ["Range: bytes=0-0"])
        }
        return answers
    }

    private var timestamp: FetchRequest {
        FetchRequest(
            base: .metadata, path: "timestamp.json",
            lengthBytesMax: TUFLimits.standard.timestampBytesMax)
    }
}
