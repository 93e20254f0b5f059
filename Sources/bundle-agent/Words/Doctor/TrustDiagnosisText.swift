import BundleUpdater
import Files
import SeasonClient
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
                "get root.json anew from the person who publishes, and name it with 'root'"
            )
        case .noRoot:
            (
                "none is trusted",
                "get root.json from the person who publishes, and name it with 'root'"
            )
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
        case .metadataUnreadable(let error):
            (
                error.description,
                "'bundle-agent poll' fetches it anew; if it happens twice, look at the disk"
            )
        case .answers(let repository, let seasons):
            ("\(repository): signed as root says, \(seasons) seasons", nil)
        case .fails(let repository, let error, let isKnown):
            (
                "\(repository): \(error)",
                error.remedy(isKnown: isKnown) ?? "run doctor as root, or as the state's user"
            )
        }
    }
}
