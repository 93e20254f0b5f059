import RepositoryTransport
import TUF
import WebTransport

/// Something about the hosting that makes updates fail, late or expensive.
package struct HostingFinding: Equatable {
    package enum Severity: String {
        /// Agents cannot update.
        case error
        /// Agents can update, but late or at a price.
        case warning
    }

    package let severity: Severity
    package let message: String
    package let remedy: String

    init(_ severity: Severity, _ message: String, _ remedy: String) {
        (self.severity, self.message, self.remedy) = (severity, message, remedy)
    }
}

/// Finds what is wrong with how a repository is served, from a server's answers alone.
package enum HostingReview {
    /// How many seconds a cache may keep `timestamp.json`: a third of the time between two polls.
    private static let maxAgeSecondsMax = 300

    /// The findings, errors first.
    package static func findings(_ answers: HostingAnswers) -> [HostingFinding] {
        let one = [
            redirect(answers), page(answers), absentFile(answers), caching(answers.timestamp),
            absentCaching(answers), validators(answers), cacheBehind(answers),
            cacheAge(answers.timestamp), ranges(answers),
        ].compactMap { $0 }
        return one.filter { $0.severity == .error } + one.filter { $0.severity == .warning }
    }

    private static func redirect(_ answers: HostingAnswers) -> HostingFinding? {
        let redirects = answers.timestamp.redirects
        guard let target = redirects.last.map(ShownAddress.text) else { return nil }
        if answers.isEncrypted, redirects.contains(where: { $0.lowercased().hasPrefix("http://") })
        {
            return HostingFinding(
                .error, "redirect: expected to stay on https, found \(target)",
                "serve https without a redirect; agents refuse to leave it")
        }
        return HostingFinding(
            .warning, "redirect: expected none, found one to \(target)",
            "give agents the address it leads to: it costs a request with each one")
    }

    private static func page(_ answers: HostingAnswers) -> HostingFinding? {
        let (timestamp, body) = (answers.timestamp, answers.timestamp.body)
        let isPage =
            timestamp.header("content-type")?.lowercased().hasPrefix("text/html") == true
            || body.first { $0 > 0x20 } == UInt8(ascii: "<")
        guard timestamp.status == 200, isPage else { return nil }
        return HostingFinding(
            body.first == UInt8(ascii: "{") ? .warning : .error,
            "timestamp.json: expected JSON, found text/html",
            "serve *.json as application/json; is it the right address?")
    }

    private static func absentFile(_ answers: HostingAnswers) -> HostingFinding? {
        guard let absent = answers.absent, ![403, 404, 410].contains(absent.status) else {
            return nil
        }
        return HostingFinding(
            .error, "a file that is not there: expected status 404, found \(absent.status)",
            "switch off the fallback page; agents ask for the next root, and take whatever comes for one"
        )
    }

    private static func absentCaching(_ answers: HostingAnswers) -> HostingFinding? {
        guard let absent = answers.absent, max(maxAgeSeconds(absent) ?? 0, ageSeconds(absent)) > 0
        else { return nil }
        return HostingFinding(
            .warning,
            "a file that is not there: expected that no cache keeps the answer, found that one does",
            "answer 404 with Cache-Control: no-store; a kept one hides new roots")
    }

    private static func caching(_ timestamp: WebAnswer) -> HostingFinding? {
        guard let seconds = maxAgeSeconds(timestamp), seconds > maxAgeSecondsMax else { return nil }
        return HostingFinding(
            .warning,
            "timestamp.json: expected Cache-Control of at most \(maxAgeSecondsMax) seconds, "
                + "found \(seconds)",
            "serve it with Cache-Control: no-cache; all other files never change")
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

    private static func validators(_ answers: HostingAnswers) -> HostingFinding? {
        WeakValidator.find(answers).map { fault in
            HostingFinding(
                .error,
                "timestamp.json: expected an ETag and Last-Modified that change with the file, found "
                    + fault,
                "serve it with the file's real time, or with neither header, as hosting/nginx.conf does; "
                    + "else caches and browsers may keep an old one until it expires")
        }
    }

    private static func cacheBehind(_ answers: HostingAnswers) -> HostingFinding? {
        guard let shown = version(answers.timestamp),
            let fresh = answers.timestampUncached.flatMap(version), fresh > shown
        else { return nil }
        return HostingFinding(
            .warning,
            "timestamp.json: expected version \(fresh), found the older \(shown) in a cache",
            "purge the cache, and let it keep this file for no time")
    }

    private static func cacheAge(_ timestamp: WebAnswer) -> HostingFinding? {
        let age = ageSeconds(timestamp)
        guard age > maxAgeSecondsMax else { return nil }
        return HostingFinding(
            .warning,
            "timestamp.json: expected it fresh, found a copy of \(age) seconds in a cache",
            "let the cache keep this file for no time")
    }

    private static func version(_ answer: WebAnswer) -> Int64? {
        try? SignedMetadata(answer.body, role: .timestamp).version
    }

    private static func ranges(_ answers: HostingAnswers) -> HostingFinding? {
        guard answers.piece?.status == 200 else { return nil }
        return HostingFinding(
            .warning, "bundles: expected status 206 for a range, found 200",
            "without ranges an interrupted download starts over")
    }
}
