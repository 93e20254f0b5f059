import JSON
import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// Something about the hosting that makes updates fail, late or expensive.
package struct HostingFinding: Equatable {
    /// What it does to agents.
    package enum Severity: String {
        /// Agents cannot update.
        case error
        /// Agents can update, but late or at a price.
        case warning
    }

    /// What is wrong.
    package enum Problem: Equatable {
        /// A redirect leaves https and leads to this address.
        case redirectLeavesEncryption(to: String)
        case redirect(to: String)
        /// The timestamp comes as a web page.
        case timestampIsPage
        /// A missing file is answered with this status instead of 404.
        case absentFileHasStatus(Int)
        /// A cache keeps the answer that a file is missing.
        case absentFileIsCached
        /// Caches may keep the timestamp for this many seconds.
        case timestampIsCached(seconds: Int)
        /// The timestamp's ETag or Last-Modified may outlive a change of it.
        case weakValidator(WeakValidator)
        /// A cache has an older timestamp than the server.
        case cacheIsBehind(shown: Int64, fresh: Int64)
        /// A cache has kept the timestamp for this many seconds.
        case cacheIsOld(seconds: Int)
        /// The server ignores ranges.
        case rangesIgnored
    }

    package let severity: Severity
    package let problem: Problem
}

/// Finds what is wrong with how a repository is served, from a server's answers alone.
package enum HostingReview {
    /// How many seconds a cache may keep `timestamp.json`: a third of the time between two polls.
    package static let maxAgeSecondsMax = 300

    /// Lists the findings.
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
                    problem: .redirectLeavesEncryption(to: target))
            ]
        }
        return [
            HostingFinding(
                severity: .warning, problem: .redirect(to: target))
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
                    problem: .timestampIsPage))
        }
        if let absent = answers.absent, ![403, 404, 410].contains(absent.status) {
            findings.append(
                HostingFinding(
                    severity: .error,
                    problem: .absentFileHasStatus(absent.status)))
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
                    problem: .absentFileIsCached))
        }
        return findings
    }

    private static func timestampCaching(_ timestamp: WebAnswer) -> [HostingFinding] {
        let seconds = maxAgeSeconds(timestamp.header("cache-control") ?? "")
        guard let seconds, seconds > maxAgeSecondsMax else { return [] }
        return [
            HostingFinding(
                severity: .warning,
                problem: .timestampIsCached(seconds: seconds))
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
        WeakValidator.find(answers).map {
            [HostingFinding(severity: .error, problem: .weakValidator($0))]
        } ?? []
    }

    private static func staleness(_ answers: HostingAnswers) -> [HostingFinding] {
        var findings: [HostingFinding] = []
        let shown = version(answers.timestamp)
        if let shown, let fresh = answers.timestampUncached.flatMap(version), fresh > shown {
            findings.append(
                HostingFinding(
                    severity: .warning,
                    problem: .cacheIsBehind(shown: shown, fresh: fresh)))
        }
        let age = answers.timestamp.header("age").flatMap { Int($0) } ?? 0
        if age > maxAgeSecondsMax {
            findings.append(
                HostingFinding(
                    severity: .warning,
                    problem: .cacheIsOld(seconds: age)))
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
                severity: .warning, problem: .rangesIgnored)
        ]
    }
}
