import BundleFormat
import BundleUpdater
import Logging
import SeasonClient
import TUF

/// A poll's report, for people.
enum PollText {
    /// One line for each year: what happened, to which version, and why.
    static func lines(_ report: PollReport) -> [String] {
        let lines = report.years.map { year in
            let version = year.entry?.version.short ?? "–"
            return [
                "\(year.year)", year.action.words.padded(to: 9), version.padded(to: 12),
                (year.entry?.origin.rawValue ?? "").padded(to: 10), year.reason + former(year),
            ].joined(separator: "  ")
        }
        guard report.yearsLeftOut > 0 else { return lines }
        return lines + ["and \(report.yearsLeftOut) more years, which no report has room for"]
    }

    /// What a person can do about the trouble, as `doctor` says it; nil if nothing helps, or the message says it.
    static func remedy(_ report: PollReport) -> String? {
        if let remedy = report.remedy { return remedy }
        return switch report.outcome {
        case .incomplete: Diagnosis.lastPoll(report).remedy
        case .state, .brokenOff: "'bundle-agent doctor' examines this machine"
        case .updated, .upToDate, .embeddedOnly, .unreachable, .older, .refused, .cancelled: nil
        }
    }

    /// The sentence below the lines; nil if all is well.
    static func message(_ report: PollReport) -> String? {
        if let source = report.source, let problem = report.problem {
            return "\(source): \(problem)"
        }
        return switch report.outcome {
        case .updated, .upToDate: nil
        case .embeddedOnly: "no repository is configured; what is on this machine is served"
        case .incomplete:
            "held back: "
                + (report.years.filter { $0.action == .heldBack }.map { "\($0.year)" }
                + [report.leftOut.sentence].compactMap { $0 }).joined(separator: ", ")
                + still(report)
        case .unreachable:
            "\(report.repository ?? "repository"): \(report.problem ?? "unreachable"); \(outdated(report))"
        case .older:
            "\(report.repository ?? "repository"): \(report.problem ?? ""): "
                + "a cache on the way is behind; what is known is kept"
        case .refused:
            "\(report.repository ?? "repository"): refused: \(report.problem ?? ""); \(outdated(report))"
        case .state: "\(report.problem ?? "state folder")\(still(report))"
        case .brokenOff: "\(report.problem ?? "the poll broke off"); \(outdated(report))"
        case .cancelled: "ended before it was done; the next poll goes on"
        }
    }

    /// The line of the log when the outcome of polls changes; nil if it needs no line.
    ///
    /// - Parameter previous: the outcome of the poll before; nil if there was none.
    static func event(
        _ outcome: PollReport.Outcome, after previous: PollReport.Outcome?
    ) -> (level: Logger.Level, message: Logger.Message)? {
        switch outcome {
        case .unreachable: (.warning, "repository unreachable; data may be outdated")
        case .refused: (.error, "repository refused; data may be outdated")
        case .state: (.error, "state folder failed")
        case .brokenOff: (.error, "poll broke off")
        case .embeddedOnly:
            (.notice, "no repository configured; serving what is on this machine")
        case .updated, .upToDate, .incomplete:
            previous?.meaning.isFailure == true ? (.notice, "repository followed again") : nil
        case .older: (.info, "a cache is behind; what is known is kept")
        case .cancelled: nil
        }
    }

    /// What is served although something failed.
    private static func still(_ report: PollReport) -> String {
        // A report without years does not say what is served.
        guard !report.years.isEmpty else { return "" }
        let empty = report.years.filter { $0.action == .heldBack && $0.entry == nil }
        guard report.years.contains(where: { $0.entry != nil }) else {
            return "; nothing is served"
        }
        guard !empty.isEmpty else { return "; what was there is still served" }
        return "; nothing is served of \(empty.map { "\($0.year)" }.joined(separator: ", "))"
    }

    /// What the trouble means for the served seasons.
    private static func outdated(_ report: PollReport) -> String {
        let isServing = report.years.contains { $0.entry != nil }
        let served = isServing ? ReportText.mayBeOutdated : "nothing is served"
        let copy = report.lastCopy.map { UTCTime(unixSeconds: $0.atUnixSeconds) }
        let heard = report.heard(of: report.repository).max().map { UTCTime(unixSeconds: $0) }
        guard report.wasReached else {
            return "\(served): this repository was never read"
                + (copy.map { ", and the last copy was taken at \($0)" } ?? "")
        }
        guard isServing else { return served }
        guard report.lastSuccessUnixSeconds != nil, let heard else {
            return "\(served) since an unknown time"
        }
        return "\(served) since \(heard)"
    }

    private static func former(_ year: PollReport.Year) -> String {
        year.previous.map { " (before: \($0.short))" } ?? ""
    }
}

extension PollReport.Year.Action {
    /// The action, for people.
    var words: String {
        switch self {
        case .kept: "kept"
        case .installed: "installed"
        case .embedded: "embedded"
        case .heldBack: "held back"
        case .waiting: "waiting"
        }
    }
}
