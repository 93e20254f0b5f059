import HTTPRules
import RepositoryTransport
import Text
import TUF
import WebTransport

/// Something about the hosting that makes updates fail, late or expensive.
package struct HostingFinding: Equatable {
    package enum Severity: String {
        /// Agents cannot update, or the page cannot draw.
        case error
        /// They can, but late or at a price.
        case warning
    }

    package let severity: Severity
    package let message: String
    package let remedy: String
}

/// Finds what is wrong with how a repository is served, from a server's answers alone.
struct HostingReview {
    /// How many seconds a cache may keep `timestamp.json`: a third of the time between two polls.
    private static let maxAgeSecondsMax = 300

    private let answers: HostingAnswers
    private var found: [HostingFinding] = []

    /// The findings, errors first.
    static func findings(_ answers: HostingAnswers) -> [HostingFinding] {
        var review = HostingReview(answers: answers)
        review.addRedirects()
        review.addPages()
        review.addCaches()
        let found = review.found + PageReview.findings(answers.page)
        return found.filter { $0.severity == .error } + found.filter { $0.severity == .warning }
    }

    private mutating func add(
        _ severity: HostingFinding.Severity, _ message: String, _ remedy: String
    ) {
        found.append(HostingFinding(severity: severity, message: message, remedy: remedy))
    }

    private mutating func addRedirects() {
        let redirects = answers.timestamp.redirects
        guard let target = redirects.last.map(ShownAddress.text) else { return }
        if answers.isEncrypted, redirects.contains(where: { $0.lowercased().hasPrefix("http://") })
        {
            add(
                .error, "redirect: expected to stay on https, found \(target)",
                "serve https without a redirect; agents refuse to leave it")
        } else {
            add(
                .warning, "redirect: expected none, found one to \(target)",
                "give agents the address it leads to: it costs a request with each one")
        }
    }

    /// Adds what is served instead of a file, and as what.
    private mutating func addPages() {
        let (timestamp, body) = (answers.timestamp, answers.timestamp.body)
        let isPage =
            timestamp.header("content-type")?.lowercased().hasPrefix("text/html") == true
            || body.first { $0 > 0x20 } == UInt8(ascii: "<")
        if timestamp.status == 200, isPage {
            add(
                body.first == UInt8(ascii: "{") ? .warning : .error,
                "timestamp.json: expected JSON, found text/html",
                "serve *.json as application/json; is it the right address?")
        }
        if let absent = answers.absent, ![403, 404, 410].contains(absent.status) {
            add(
                .error, "a file that is not there: expected status 404, found \(absent.status)",
                "switch off the fallback page; agents ask for the next root, and take whatever comes for one"
            )
        }
        if answers.piece?.status == 200 {
            add(
                .warning, "bundles: expected status 206 for a range, found 200",
                "without ranges an interrupted download starts over")
        }
    }

    /// Adds what keeps an old file, or the answer that there is none.
    private mutating func addCaches() {
        let (timestamp, age) = (answers.timestamp, Self.ageSeconds(answers.timestamp))
        if let fault = WeakValidator.find(answers) {
            add(
                .error,
                "timestamp.json: expected an ETag and Last-Modified that change with the file, found "
                    + fault,
                "serve it with the file's real time, or with neither header, as hosting/nginx.conf does; "
                    + "else caches and browsers may keep an old one until it expires")
        }
        if let seconds = Self.maxAgeSeconds(timestamp), seconds > Self.maxAgeSecondsMax {
            add(
                .warning,
                "timestamp.json: expected Cache-Control of at most \(Self.maxAgeSecondsMax) seconds, "
                    + "found \(seconds)",
                "serve it with Cache-Control: no-cache; all other files never change")
        }
        if let absent = answers.absent,
            max(Self.maxAgeSeconds(absent) ?? 0, Self.ageSeconds(absent)) > 0
        {
            add(
                .warning,
                "a file that is not there: expected that no cache keeps the answer, found that one does",
                "answer 404 with Cache-Control: no-store; a kept one hides new roots")
        }
        if let shown = timestamp.timestampVersion,
            let fresh = answers.timestampUncached?.timestampVersion, fresh > shown
        {
            add(
                .warning,
                "timestamp.json: expected version \(fresh), found the older \(shown) in a cache",
                "purge the cache, and let it keep this file for no time")
        }
        if age > Self.maxAgeSecondsMax {
            add(
                .warning,
                "timestamp.json: expected it fresh, found a copy of \(age) seconds in a cache",
                "let the cache keep this file for no time")
        }
    }

    /// The longest time that a Cache-Control header lets a cache keep a file (RFC 9111 §5.2.2).
    private static func maxAgeSeconds(_ answer: WebAnswer) -> Int? {
        let header = answer.header("cache-control") ?? ""
        let directives = header.lowercased().split(separator: ",").map {
            $0.filter { $0 != " " && $0 != "\"" }
        }
        guard !directives.contains("no-store"), !directives.contains("no-cache") else { return 0 }
        return directives.compactMap { directive in
            let parts = directive.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ["max-age", "s-maxage"].contains(parts[0]) else { return nil }
            return Int(parts[1])
        }.max()
    }

    private static func ageSeconds(_ answer: WebAnswer) -> Int {
        answer.header("age").flatMap { Int($0) } ?? 0
    }
}

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
