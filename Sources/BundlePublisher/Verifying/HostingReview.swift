import JSON
import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// Something about the hosting that will bite.
package struct HostingFinding: Equatable {
    /// How hard.
    package enum Severity: String {
        /// Agents cannot update.
        case error
        /// They can, late or at a price.
        case warning
    }

    package let severity: Severity
    /// What was expected, what came.
    package let message: String
    package let remedy: String
}

/// Judges how a repository is served, from a server's answers alone.
package enum HostingReview {
    /// Seconds that anybody may keep `timestamp.json`: a third of the time between two polls.
    static let maxAgeSecondsMax = 300

    /// Judges.
    ///
    /// - Parameter answers: what the server said.
    /// - Returns: what will bite, errors first.
    package static func findings(_ answers: HostingAnswers) -> [HostingFinding] {
        let all =
            redirects(answers) + pages(answers) + caching(answers)
            + validators(answers) + staleness(answers) + ranges(answers)
        return all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
    }

    private static func redirects(_ answers: HostingAnswers) -> [HostingFinding] {
        guard let target = answers.timestamp.redirects.last.map(ShownAddress.text) else {
            return []
        }
        let leavesEncryption =
            answers.isEncrypted
            && answers.timestamp.redirects.contains { $0.lowercased().hasPrefix("http://") }
        if leavesEncryption {
            return [
                HostingFinding(
                    severity: .error,
                    message: "redirect: expected to stay on https, found \(target)",
                    remedy: "serve https without a redirect; agents refuse to leave it")
            ]
        }
        return [
            HostingFinding(
                severity: .warning, message: "redirect: expected none, found one to \(target)",
                remedy: "give agents the address it leads to: it costs a request with each one")
        ]
    }

    private static func pages(_ answers: HostingAnswers) -> [HostingFinding] {
        var findings: [HostingFinding] = []
        let isPage =
            answers.timestamp.header("content-type")?.lowercased().hasPrefix("text/html") == true
            || answers.timestamp.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        if answers.timestamp.status == 200, isPage {
            findings.append(
                HostingFinding(
                    severity: answers.timestamp.body.first == UInt8(ascii: "{") ? .warning : .error,
                    message: "timestamp.json: expected JSON, found text/html",
                    remedy: "serve *.json as application/json; is it the right address?"))
        }
        if let absent = answers.absent, ![403, 404, 410].contains(absent.status) {
            findings.append(
                HostingFinding(
                    severity: .error,
                    message: "a file that is not there: expected status 404, "
                        + "found \(absent.status)",
                    remedy: "switch off the fallback page; agents ask for the next root, and "
                        + "take whatever comes for one"))
        }
        return findings
    }

    private static func caching(_ answers: HostingAnswers) -> [HostingFinding] {
        var findings = timestampCaching(answers.timestamp)
        if let absent = answers.absent,
            (maxAgeSeconds(absent.header("cache-control") ?? "") ?? 0) > 0
                || (absent.header("age").flatMap { Int($0) } ?? 0) > 0
        {
            findings.append(
                HostingFinding(
                    severity: .warning,
                    message: "a file that is not there: expected that no cache keeps the answer, "
                        + "found that one does",
                    remedy: "answer 404 with Cache-Control: no-store; a kept one hides new roots"))
        }
        return findings
    }

    private static func timestampCaching(_ timestamp: WebAnswer) -> [HostingFinding] {
        let seconds = maxAgeSeconds(timestamp.header("cache-control") ?? "")
        guard let seconds, seconds > maxAgeSecondsMax else { return [] }
        return [
            HostingFinding(
                severity: .warning,
                message: "timestamp.json: expected Cache-Control of at most "
                    + "\(maxAgeSecondsMax) seconds, found \(seconds)",
                remedy: "serve it with Cache-Control: no-cache; all other files never change")
        ]
    }

    /// The longest time that a Cache-Control header lets somebody keep a file (RFC 9111 §5.2.2).
    private static func maxAgeSeconds(_ header: String) -> Int? {
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

    private static func validators(_ answers: HostingAnswers) -> [HostingFinding] {
        guard answers.timestamp.status == 200 else { return [] }
        guard let again = answers.timestampAgain else {
            return [
                HostingFinding(
                    severity: .warning,
                    message: "timestamp.json: expected an ETag or Last-Modified, found neither",
                    remedy: "without one every poll downloads it again")
            ]
        }
        guard again.status == 200, again.body == answers.timestamp.body else { return [] }
        return [
            HostingFinding(
                severity: .warning,
                message: "timestamp.json: expected status 304 for its own validator, found 200",
                remedy: "without conditional requests every poll downloads it again")
        ]
    }

    private static func staleness(_ answers: HostingAnswers) -> [HostingFinding] {
        var findings: [HostingFinding] = []
        let shown = version(answers.timestamp)
        if let shown, let fresh = answers.timestampUncached.flatMap(version), fresh > shown {
            findings.append(
                HostingFinding(
                    severity: .warning,
                    message: "timestamp.json: expected version \(fresh), found the older \(shown) "
                        + "in a cache",
                    remedy: "purge the cache, and let it keep this file for no time"))
        }
        let age = answers.timestamp.header("age").flatMap { Int($0) } ?? 0
        if age > maxAgeSecondsMax {
            findings.append(
                HostingFinding(
                    severity: .warning,
                    message: "timestamp.json: expected it fresh, found a copy of \(age) seconds "
                        + "in a cache",
                    remedy: "let the cache keep this file for no time"))
        }
        return findings
    }

    private static func version(_ answer: WebAnswer) -> Int64? {
        try? SignedMetadata(answer.body, role: .timestamp).version
    }

    private static func ranges(_ answers: HostingAnswers) -> [HostingFinding] {
        guard let piece = answers.piece, piece.status == 200 else { return [] }
        return [
            HostingFinding(
                severity: .warning, message: "bundles: expected status 206 for a range, found 200",
                remedy: "without ranges an interrupted download starts over")
        ]
    }
}
