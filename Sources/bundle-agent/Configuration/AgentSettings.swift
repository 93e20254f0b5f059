import BundleFormat
import BundleUpdater
import RepositoryTransport
import WebTransport

/// The checked values of all settings: one property for each setting, with its default.
struct AgentSettings: Equatable, Sendable {
    var state = StateFolder("/var/lib/bundle-agent")
    /// The repository and its mirrors, in the order in which the agent asks them; empty for none.
    var repositories: [RepositoryAddress] = []
    /// The root metadata to trust.
    var rootFile = "/etc/bundle-agent/root.json"
    var certificateAuthorityFile: String?
    var credentialsFile: String?
    var proxy = Proxy.environment
    /// The longest time until a connection and its encryption stand.
    var connectTimeout = Duration.seconds(10)
    /// The longest time without a byte of an answer.
    var idleTimeout = Duration.seconds(20)
    /// The longest time for one file with its redirects.
    var totalTimeout = Duration.seconds(5 * 60)
    var bytesPerSecondMax: Int?
    /// The most bytes that the state folder may take.
    var diskLimitBytes = 256_000_000
    /// The time between two polls.
    var interval = Duration.seconds(PollPeriod.seconds)
    /// The longest time for one poll of the service, with all its downloads.
    var pollTimeLimit = Duration.seconds(3_600)
    /// The wave that this machine belongs to, from 1; nil to derive it from the machine's identity.
    var wave: Int?
    var machineIdentityFile = "/etc/machine-id"
    var selfTest = SelfTestSetting.standard
    /// The longest time for one bundle's self-test.
    var selfTestTimeLimit = Duration.seconds(30)
    /// The time without a successful check after which the machine counts as stale.
    var staleAfter = Duration.seconds(2 * 86_400)
    /// Where the agent writes metrics; nil for nowhere.
    var metricsFile: String?
    var logFormat = LogFormat.text
}

/// How the log's lines are written.
enum LogFormat: String, CaseIterable, Sendable {
    case text
    case json
}
