import BundleUpdater
import Files
import SeasonClient
import TUF
import WebTransport

extension NetworkDiagnosis {
    /// What `doctor` says about the way to a repository.
    var words: DiagnosisText.Words {
        switch self {
        case .badProxyVariable(let error):
            (error.description, "correct or unset the variable \(error.name)")
        case .proxy(let proxy, let host, .connected(let address)):
            ("\(proxy): answers at \(address); \(host) is reached by it", nil)
        case .proxy(let proxy, _, .unresolved(let problem)):
            ("\(proxy): the name is not found: \(problem)", Self.proxyRemedy)
        case .proxy(let proxy, _, .unconnected(let problem)):
            ("\(proxy): does not answer: \(problem)", Self.proxyRemedy)
        case .server(let host, let port, .connected(let address)):
            ("\(host): port \(port) of \(address) answers", nil)
        case .server(let host, _, .unresolved(let problem)):
            (
                "\(host): the name is not found: \(problem)",
                FetchError.nameRemedy
            )
        case .server(let host, let port, .unconnected(let problem)):
            (
                "\(host): port \(port) does not answer: \(problem)",
                FetchError.connectionRemedy
            )
        case .certificates(let file): (file, nil)
        case .noCertificates(let file, let isConfigured):
            (
                "\(file): expected certificates in PEM form, found none",
                Self.certificatesRemedy(isConfigured)
            )
        case .unreadableCertificates(let error, let isConfigured):
            (error.description, Self.certificatesRemedy(isConfigured))
        }
    }

    private static let proxyRemedy =
        "correct the setting 'proxy' or the variable that names it, or start the proxy"

    private static func certificatesRemedy(_ isConfigured: Bool) -> String {
        isConfigured
            ? "name a PEM file with 'ca-file', or remove the setting"
            : "apt install ca-certificates"
    }
}
