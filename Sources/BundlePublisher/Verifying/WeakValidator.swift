import HTTPRules
import RepositoryTransport
import Text
import TUF
import WebTransport

/// Why a server's validators of `timestamp.json` may stay the same when the file changes.
///
/// Then a cache or a browser that asks "has it changed?" gets "not modified" and keeps the old file, at worst until
/// that expires. A web server makes validators from a file's time and length. The time says nothing where all files
/// have the same one: in a store of Nix or OSTree, in a reproducible image, after a restored backup.
enum WeakValidator {
    /// The usual difference between the clocks of a publisher and of a web server, in seconds.
    private static let clockSeconds: Int64 = 600

    /// A tag with this many letters and digits can only be a hash of the content.
    private static let hashLength = 32

    /// What is wrong with the validators; nil if nothing is, or if the server sends none.
    static func find(_ answers: HostingAnswers) -> String? {
        let timestamp = answers.timestamp
        guard timestamp.status == 200 else { return nil }
        let tag = timestamp.header("etag")
        if let tag {
            let others = [answers.timestampUncached, answers.piece].compactMap { $0 }
            let isShared = others.contains {
                $0.header("etag") == tag && $0.body != timestamp.body
            }
            if isShared { return "the ETag \(shown(tag)) for two different files" }
            // Without the marks around it.
            let core = tag.lowercased().trimmingPrefix("w/").filter { $0 != "\"" }
            let length = timestamp.body.count
            if core == "\(length)" || core == String(length, radix: 16) {
                return "the ETag \(shown(tag)), which is only the file's length"
            }
            if core.count(where: { $0.isLetter || $0.isNumber }) >= hashLength { return nil }
        }
        guard let date = timestamp.header("last-modified"), let modified = HTTPDate.time(date),
            // This project's publisher takes the time as the version; another may not.
            let version = timestamp.timestampVersion, version > 1_500_000_000,
            modified < UTCTime(unixSeconds: version - clockSeconds)
        else { return nil }
        let signed = UTCTime(unixSeconds: version)
        return "\(PlainText.line(date)), which is before it was signed at \(signed)"
    }

    /// A server's text in the form for messages: short and harmless.
    private static func shown(_ text: String) -> String {
        PlainText.line(String(text.unicodeScalars.prefix(80)))
    }
}
