import TUF

/// What a person can do about an error of a refresh: `poll` and `doctor` say the same, and `last-poll.json` keeps it.
extension AgentError {
    /// The remedy; nil if there is none, or if the error's own sentence has it.
    ///
    /// - Parameter isKnown: whether this machine has verified the repository before.
    /// - Returns: the remedy.
    package func remedy(isKnown: Bool) -> String? {
        guard case .update(let error) = self else { return nil }
        return switch error {
        case .repository(let error) where error.isOfPackagedRoot: nil
        case .repository(.signatures) where isKnown:
            "this machine has verified the repository before: tell its publisher, and keep the root metadata"
        case .repository(.rollback):
            "a mirror or a cache is behind: wait, or name another mirror; if it stays so, tell the publisher"
        case .repository(.signatures):
            "the root metadata is of another repository: get this one's root.json from the person who"
                + " publishes, or name the other address"
        case .repository(.expired):
            "set the clock if it is wrong; else the publisher has to sign anew"
        case .repository: "the repository is damaged: tell its publisher"
        case .transfer(let error): error.remedy
        case .store: nil
        }
    }
}

extension FetchError {
    fileprivate var remedy: String? {
        switch self {
        case .absent: "the address has to be the folder that metadata/ and targets/ are in"
        case .webPage: "sign in to this network, or use another"
        case .tooLong: "the repository is damaged: tell its publisher"
        case .unreachable(let problem): Self.remedy(ofProblem: problem.lowercased())
        case .retryAfter, .sink, .cancelled: nil
        }
    }

    /// The remedy for a failed transfer, from libcurl's message in lower case.
    private static func remedy(ofProblem problem: String) -> String {
        if problem.contains("the proxy ") { return "check the proxy's address and login" }
        if problem.contains("certificate") || problem.contains("ssl") || problem.contains("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if problem.contains("status 401") { return "name a login with 'credentials-file'" }
        if problem.contains("resolve host") { return NetworkDiagnosis.nameRemedy }
        if problem.contains("connect") { return NetworkDiagnosis.connectionRemedy }
        return "check network and server; the agent tries again by itself"
    }
}

extension NetworkDiagnosis {
    /// What to do if a server's name is not found.
    package static let nameRemedy =
        "check the address's spelling, and the name servers in /etc/resolv.conf"

    /// What to do if a server does not answer.
    package static let connectionRemedy =
        "check network, firewall and server; where only a proxy leads out, set 'proxy'"
}
