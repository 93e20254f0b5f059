import TUF

/// How agents update from a repository, and how it is served.
package struct VerifyReport {
    package let place: String
    package let moment: UTCTime
    package let runs: [SiteVerifier.Run]
    /// How the web server serves the repository; empty for a folder.
    package let findings: [HostingFinding]

    /// What the findings amount to, the most serious first.
    package enum Verdict: Equatable, Sendable {
        /// A client met content that root does not vouch for.
        case untrusted
        /// A client would not update, or the server has a serious mistake.
        case faulty
        case good
    }

    package var verdict: Verdict {
        if runs.contains(where: \.isUntrusted) { return .untrusted }
        let isGood =
            runs.allSatisfy { $0.problem == nil } && !findings.contains { $0.severity == .error }
        return isGood ? .good : .faulty
    }
}
