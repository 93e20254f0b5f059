import BundleUpdater
import TUF

extension TrustDiagnosis {
    /// What `doctor` says about the root metadata and the repository.
    var words: DiagnosisText.Words {
        switch self {
        case .noRepository: ("none is configured: what is on this machine is served", nil)
        case .notAsked: ("one is configured, and is not asked because of the configuration", nil)
        case .unreadable(let error):
            (error.description, "run doctor as root, or as the state's user")
        case .untrusted(let error):
            (
                error.description,
                "get the repository's root metadata anew and name it with 'root'"
            )
        case .noRoot: ("none is trusted", "name one with 'root'")
        case .rootExpired(let version, let at):
            (
                "version \(version) ran out at \(at)",
                "set the clock if it is wrong; else the publisher has to sign a new root"
            )
        case .rootExpiresSoon(let version, let at):
            (
                "version \(version) runs out at \(at)",
                "the publisher has to sign a new root by then"
            )
        case .rootValid(let version, let until): ("version \(version), good until \(until)", nil)
        case .metadataValid(let until): ("good until \(until)", nil)
        case .metadataExpired(let at):
            (
                "the repository's last word ran out at \(at)",
                "see the network's findings; or take a copy: bundle-agent poll --from PATH"
            )
        case .answers(let repository, let seasons):
            ("\(repository): signed as root says, \(seasons) seasons", nil)
        case .fails(let repository, let error, let isKnown):
            ("\(repository): \(error)", Self.remedy(error, isKnown: isKnown))
        }
    }

    /// The remedy for an error of a refresh.
    private static func remedy(_ error: AgentError, isKnown: Bool) -> String {
        guard case .update(let error) = error else {
            return "run doctor as root, or as the state's user"
        }
        return switch error {
        case .repository(.signatures) where isKnown:
            "this machine has verified the repository before: tell its publisher, and keep the root metadata"
        case .repository(.rollback):
            "a mirror or a cache is behind: wait, or name another mirror; if it stays so, tell the publisher"
        case .repository(.signatures):
            "the root metadata is of another repository: get this one's root.json, or name the"
                + " other address"
        case .repository(.expired):
            "set the clock if it is wrong; else the publisher has to sign anew"
        case .repository: "the repository is damaged: tell its publisher"
        case .transfer(.absent):
            "the address has to be the folder that metadata/ and targets/ are in"
        case .transfer(let error): remedy(ofTransfer: error.description.lowercased())
        case .store: "run doctor as root, or as the state's user"
        }
    }

    /// The remedy for a failed transfer, from libcurl's message in lower case.
    private static func remedy(ofTransfer problem: String) -> String {
        if problem.contains("the proxy ") { return "check the proxy's address and login" }
        if problem.contains("web page") { return "sign in to this network, or use another" }
        if problem.contains("certificate") || problem.contains("ssl") || problem.contains("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if problem.contains("401") || problem.contains("403") {
            return "name a login with 'credentials-file'"
        }
        return "check network and server; the agent tries again by itself"
    }
}
