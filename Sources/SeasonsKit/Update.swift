import BundleFormat
import Foundation
import JSON
import SeasonClient

/// How an update ended, in the words of `bundle-agent`.
public struct Update: Sendable {
    /// What it means for the seasons.
    public enum Outcome: String, Sendable {
        /// Something new is served.
        case updated
        /// What is published is served.
        case upToDate = "up-to-date"
        /// The repository was read, but at least one season could not follow it.
        case incomplete
        /// No usable answer: no network, or one that wants a sign-in.
        case unreachable
        /// The answer is older than what is known: a cache is behind.
        case older = "older-copy"
        /// The answer is not what the trusted repository says.
        case refused
        /// The folder cannot be read or written.
        case failed = "state-failed"
        /// The app cancelled it.
        case cancelled

        /// Whether what is served is what is published.
        public var isSuccess: Bool { self == .updated || self == .upToDate }
    }

    /// What it means for the seasons.
    public let outcome: Outcome
    /// What went wrong, for people; nil if nothing did.
    public let problem: String?
    /// What a person can do about it; nil if there is nothing, or if ``problem`` says it.
    public let remedy: String?
    /// When it ended.
    public let finished: Date
    /// When the repository was last read completely; nil if it never was.
    public let lastSuccess: Date?
    /// From then on what is served may be outdated; nil if the repository was never read.
    public let expires: Date?
    /// When to update again.
    public let next: Date
    /// What the server asked to wait, in seconds; nil if it did not.
    public let retryAfterSeconds: Int?
    /// The report as JSON, in the form of `bundle-agent poll --json`; empty if the folder failed.
    public var json: Data { Data(report?.json.serialized() ?? []) }

    /// The report; nil if the folder failed.
    package let report: PollReport?

    init(_ report: PollReport, pauseSeconds: Int64, at now: Date) {
        self.report = report
        outcome = Outcome(rawValue: report.outcome.rawValue) ?? .unreachable
        problem =
            report.problem
            ?? report.years.first { $0.action == .heldBack }.map { "\($0.year): \($0.reason)" }
        remedy = report.remedy
        finished = Date(unixSeconds: report.finishedUnixSeconds)
        lastSuccess = report.lastSuccessUnixSeconds.map { Date(unixSeconds: $0) }
        expires = report.expiresUnixSeconds.map { Date(unixSeconds: $0) }
        retryAfterSeconds = report.retryAfterSeconds
        next = max(now.addingTimeInterval(TimeInterval(pauseSeconds)), Self.pauseEnd(report) ?? now)
    }

    /// An update that the folder, or a bundle that no poll could hold back, ended.
    init(problem: String, at now: Date) {
        (outcome, self.problem, remedy) = (.failed, problem, nil)
        (finished, lastSuccess, expires) = (now, nil, nil)
        next = now.addingTimeInterval(TimeInterval(60))
        (retryAfterSeconds, report) = (nil, nil)
    }

    /// Whether what is served may be outdated at a time.
    public func mayBeOutdated(at time: Date = Date()) -> Bool {
        guard let expires else { return true }
        return expires <= time
    }

    /// Whether the server of a repository asked not to be asked yet.
    func mustWait(at time: Date, for repository: String) -> Bool {
        guard let report, report.repository == repository, let end = Self.pauseEnd(report) else {
            return false
        }
        // A clock that was set back must not make the pause longer.
        return finished <= time && time < end
    }

    /// When the pause that a server asked for is over; a server's mistake must not silence an app for longer than a day.
    private static func pauseEnd(_ report: PollReport) -> Date? {
        report.retryAfterSeconds.map { seconds in
            let pause = min(.seconds(seconds), AgentLimits.standard.retryAfterMax)
            return Date(unixSeconds: report.finishedUnixSeconds)
                .addingTimeInterval(pause / .seconds(1))
        }
    }
}

/// Years whose served content an update has changed.
public struct Change: Sendable {
    /// The years, in ascending order.
    public let years: [Int]
    /// The update that changed them.
    public let update: Update
}

/// Why a year serves what it does, in the words of `bundle-agent why`.
public struct Explanation: Sendable {
    /// One version that the update considered.
    public struct Candidate: Sendable {
        /// Its content; nil if this app cannot read it.
        public let version: String?
        /// Where it comes from: `served`, `offered`, `embedded`, `earlier`.
        public let sources: [String]
        /// When it was uploaded; nil if that is not known.
        public let uploadedAt: Date?
        /// Whether it is served.
        public let isChosen: Bool
        /// What speaks against it: `recall: recalled by the publisher`.
        public let objections: [String]
    }

    /// The season.
    public let year: Int
    /// `kept`, `installed`, `embedded`, `held-back` or `waiting`.
    public let action: String
    /// Why, in a sentence.
    public let reason: String
    /// Every version that the update considered.
    public let candidates: [Candidate]

    init(_ year: PollReport.Year) {
        self.year = year.year.number
        action = year.action.rawValue
        reason = year.reason
        candidates = year.candidates.map { candidate in
            Candidate(
                version: candidate.version?.hex, sources: candidate.sources.map(\.rawValue),
                uploadedAt: candidate.publishedUnixSeconds.map { Date(unixSeconds: $0) },
                isChosen: candidate.isChosen,
                objections: candidate.failed.map { finding in
                    finding.note.isEmpty
                        ? finding.rule.rawValue : "\(finding.rule.rawValue): \(finding.note)"
                })
        }
    }
}
